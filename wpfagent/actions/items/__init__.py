"""Which item is meant, and where it lies: in lists, trees, tabs, menus, groups."""
