"""The unpacked form of wpf-agent.exe: laid out once from the exe itself, so that a start need not unpack it again."""
