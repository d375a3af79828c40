"""Drive any Windows desktop application through UI Automation."""
