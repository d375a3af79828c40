"""What is entered, into fields and cells, whole or part by part, and how the program takes it over."""
