"""pandas' way to the same features: read_csv, then get_dummies. Prints one JSON line.

The usual two calls, as most people write them; `python3 ingest.py rows.csv`. Needs Debian's python3-pandas.
"""

import json
import resource
import sys
import time

import pandas

start = time.perf_counter()
table = pandas.read_csv(sys.argv[1], na_values=["?"])
read = time.perf_counter()
encoded = pandas.get_dummies(table)
end = time.perf_counter()

print(
    json.dumps(
        {
            "pandas": pandas.__version__,
            "rows": encoded.shape[0],
            "features": encoded.shape[1],
            "mean": float(table["num0"].mean()),
            "readMs": (read - start) * 1e3,
            "encodeMs": (end - read) * 1e3,
            "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
