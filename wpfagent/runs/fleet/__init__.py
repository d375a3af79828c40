"""Many machines: runs, seeds and trials spread over desktops by `dask.distributed`, which the extra `fleet` brings.

A scheduler hands out work, each worker is one desktop, and the caller takes in what comes back. Nothing here schedules:
a desktop is one resource of its worker, and every piece of work needs one.
"""
