"""The session writer and the evidence that it keeps."""
