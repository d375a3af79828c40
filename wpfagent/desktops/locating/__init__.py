"""Which element a selector names, over any desktop: by its keys, its label, its row and column, its place."""
