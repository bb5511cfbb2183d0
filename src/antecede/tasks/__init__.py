"""What people import: each task opened once, on strings and documents."""
