"""What is entered part by part: dates, numbers, addresses."""
