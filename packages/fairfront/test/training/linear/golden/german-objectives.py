"""Optima of other objectives than minimax on German, all 1,000 rows, computed without fairfront.

    python3 german-objectives.py        writes german-objectives.json beside this file (then format it: npm run format)

The problems, and how scipy solves each from two starts, are those of packages/core/test/linear/golden/objectives.py, which this imports.
Numbers are standardised by mean and population standard deviation, every level is a 0/1 feature, the intercept is not penalised. Groups are
sex x age (25 or older), and years of employment, of which minimax leaves two better off than the worst; where groups overlap, the families
are sex and age, and employment and sex.
"""

import gzip
import json
import pathlib
import sys

import numpy as np
import scipy

here = pathlib.Path(__file__).resolve()
packages = here.parents[5]
sys.path.insert(0, str(packages / "core/test/linear/golden"))
import objectives as o  # noqa: E402

# Attributes from 0; 8 is personal status and sex, 12 age, 20 the target, none of which is a feature.
NUMBERS = [1, 4, 7, 10, 15, 17]
RATIO_EQUAL, RATIO_SHARES = 2, 3


def read():
    text = gzip.open(packages / "fairfront/data/german/german.data.gz", "rt").read()
    rows = [line.split() for line in text.splitlines()]
    columns = []
    for k in range(20):
        values = [row[k] for row in rows]
        if k in (8, 12):
            continue
        if k in NUMBERS:
            numbers = np.array(values, dtype=float)
            columns.append((numbers - numbers.mean()) / numbers.std())
        else:
            columns += [np.array([value == level for value in values], dtype=float) for level in sorted(set(values))]
    sex = np.array([0 if row[8] in ("A92", "A95") else 1 for row in rows])  # female, male
    age = np.array([0 if int(row[12]) >= 25 else 1 for row in rows])  # adult, youth
    employment = np.array([int(row[6][2]) - 1 for row in rows])  # A71 to A75
    return np.column_stack(columns), np.array([row[20] == "1" for row in rows]).astype(int), sex, age, employment


def solve(name, families, names, group, overlapping, X, y):
    problem = o.Problem(X, y)
    count = len(names)
    rows = o.group_rows(group, count)
    shares = np.bincount(group, minlength=count) / len(y)
    solution = o.epigraph(problem, rows)
    worst = solution[-1]
    alone = [o.epigraph(problem, [w])[-1] for w in rows]
    found = {
        "groups": name,
        "families": families,
        "byGroup": [
            {"name": one, "rows": int(n), "alone": best, "minimax": problem.value(solution[:-1], w)[0]}
            for one, n, best, w in zip(names, np.bincount(group), alone, rows)
        ],
        "minimax": worst,
        "ratioEqual": o.ratio(problem, rows, np.ones(count) / count, RATIO_EQUAL),
        "ratioShares": o.ratio(problem, rows, shares, RATIO_SHARES),
        "overlap": o.epigraph(problem, [w for family, size in overlapping for w in o.group_rows(family, size)])[-1],
        "regret": o.epigraph(problem, rows, offsets=np.array(alone))[-1],
        "dial": o.dial(problem, rows, shares, worst),
        "stages": o.lexicographic(problem, rows, solution)[0],
    }
    print(found, flush=True)
    return found


def main():
    X, y, sex, age, employment = read()
    both = ["female · adult", "female · youth", "male · adult", "male · youth"]
    years = ["unemployed", "less than 1 year", "1 to 4 years", "4 to 7 years", "7 years or more"]
    problems = [
        solve("sex,age-group", ["sex", "age-group"], both, 2 * sex + age, [(sex, 2), (age, 2)], X, y),
        solve("employment", ["employment", "sex"], years, employment, [(employment, 5), (sex, 2)], X, y),
    ]
    golden = {
        "madeBy": f"german-objectives.py with scipy {scipy.__version__}, numpy {np.__version__}",
        "l2": o.L2,
        "giveUp": o.GIVE_UP,
        "tolerance": o.TOLERANCE,
        "ratioOfEqual": RATIO_EQUAL,
        "ratioOfShares": RATIO_SHARES,
        "features": X.shape[1],
        "problems": problems,
    }
    here.with_suffix(".json").write_text(json.dumps(golden, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
