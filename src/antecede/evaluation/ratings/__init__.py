"""What people said of translations: gap-filling, and correlation with metrics."""
