"""The goal loop: a model sees the application, says what to do next, and every act passes the gate as any other.

loop -> instructions, screen   what the model is given
-> providers              how it is asked
-> others                 tools of other programs' servers
-> claims                 what it says is so, held against what can be seen
"""
