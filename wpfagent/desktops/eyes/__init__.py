"""Reading pictures: texts with their places, by Windows' own OCR or by RapidOCR, whichever is there.

`engines.read` reads a picture, `matching.find` finds a text in what was read. It knows only `wpfagent.core`; an engine
is loaded when something is read for the first time.
"""
