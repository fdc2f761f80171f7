"""Linear and quadratic programs with their solutions, computed without fairfront.

    python3 quadratic-program.py        writes quadratic-program.json beside this file (then format it: npm run format)

    minimise 1/2 x'Qx + c'x   subject to   G x >= h,   a'x = b

Linear programs: scipy.optimize.linprog (HiGHS). Where the optimum is not unique only its value is kept. Quadratic programs:
scipy.optimize.minimize (SLSQP) finds which constraints are active, the KKT system of those is solved, and its signs are checked.
"""

import json
import pathlib

import numpy as np
from scipy.optimize import linprog, minimize


def linear(name, c, G, h, a, b, start, unique=True):
    found = linprog(c, A_ub=-np.array(G), b_ub=-np.array(h), A_eq=[a], b_eq=[b], bounds=(None, None), method="highs")
    assert found.status == 0, (name, found.message)
    n = len(c)
    return entry(name, np.zeros((n, n)), c, G, h, a, b, start, found.fun, found.x if unique else None)


def quadratic(name, Q, c, G, h, a, b, start):
    Q, c, G, h, a = (np.array(v, float) for v in (Q, c, G, h, a))
    n = len(c)
    found = minimize(
        lambda x: 0.5 * x @ Q @ x + c @ x,
        np.array(start, float),
        jac=lambda x: Q @ x + c,
        constraints=[
            {"type": "ineq", "fun": lambda x: G @ x - h, "jac": lambda x: G},
            {"type": "eq", "fun": lambda x: np.array([a @ x - b]), "jac": lambda x: a[None, :]},
        ],
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    active = np.flatnonzero(G @ found.x - h < 1e-6)
    rows = np.vstack([G[active], a[None, :]])
    system = np.block([[Q, -rows.T], [rows, np.zeros((len(rows), len(rows)))]])
    solution = np.linalg.lstsq(system, np.concatenate([-c, h[active], [b]]), rcond=None)[0]
    x, multipliers = solution[:n], solution[n:-1]
    assert np.abs(system @ solution - np.concatenate([-c, h[active], [b]])).max() < 1e-12, name
    assert multipliers.min(initial=0) > -1e-10 and (G @ x - h).min() > -1e-12, (name, multipliers, G @ x - h)
    assert np.abs(x - found.x).max() < 1e-5, (name, x, found.x)
    return entry(name, Q, c, G, h, a, b, start, 0.5 * x @ Q @ x + c @ x, x)


def entry(name, Q, c, G, h, a, b, start, value, x):
    flat = lambda v: np.asarray(v, float).ravel().tolist()
    return {
        "name": name,
        "quadratic": flat(Q),
        "linear": flat(c),
        "constraints": flat(G),
        "bounds": flat(h),
        "equality": flat(a),
        "equalityBound": float(b),
        "start": flat(start),
        "value": float(value),
        "x": None if x is None else flat(x),
    }


def simplex_rows(n):
    return np.eye(n), np.zeros(n)


def programs():
    rng = np.random.default_rng(1992)
    G, h = simplex_rows(3)
    yield linear("linear: the best corner of a simplex", [3, 1, 2], G, h, [1, 1, 1], 1, [1 / 3] * 3)
    yield linear("linear: a whole edge is optimal", [1, 1, 2], G, h, [1, 1, 1], 1, [1 / 3] * 3, unique=False)
    yield linear("linear: every point is optimal", [0, 0, 0], G, h, [1, 1, 1], 1, [1 / 3] * 3, unique=False)
    # Four constraints meet where two suffice, and some are written twice.
    yield linear(
        "linear: a degenerate corner",
        [-1, -1, 0],
        np.vstack([np.eye(3), -np.eye(3)[:2], [[-1, -1, 0]], [[-1, -1, 0]], [[-2, -1, 0]]]),
        [0, 0, 0, -0.5, -0.5, -1, -1, -1.5],
        [1, 1, 1],
        2,
        [0.1, 0.1, 1.8],
    )
    yield linear("linear: start far outside", [3, 1, 2], G, h, [1, 1, 1], 1, [50, -20, 7])
    for i, n in enumerate((2, 3, 4, 6, 3, 5)):  # max t with t <= <mu, r^k>: what a bundle of planes asks
        planes = rng.uniform(0.05, 1, (n + 2 * i, n))
        if i >= 4:
            planes = np.vstack([planes, planes, planes[:1]])  # repeated planes: degenerate duals
        rows = np.vstack([np.hstack([planes, -np.ones((len(planes), 1))]), np.hstack([np.eye(n), np.zeros((n, 1))])])
        start = [1 / n] * n + [0]
        yield linear(f"linear: bundle {i}", [0] * n + [-1], rows, np.zeros(len(rows)), [1] * n + [0], 1, start)
    yield quadratic("quadratic: nothing active", 2 * np.eye(3), [-0.8, -0.6, -0.6], G, h, [1, 1, 1], 1, [1 / 3] * 3)
    yield quadratic("quadratic: projection to an edge", np.eye(3), [-0.9, -0.5, 0.7], G, h, [1, 1, 1], 1, [1 / 3] * 3)
    yield quadratic("quadratic: projection to a corner", np.eye(3), [-5, 1, 0.7], G, h, [1, 1, 1], 1, [1 / 3] * 3)
    yield quadratic("quadratic: a constraint twice", np.eye(2), [0, 0], [[1, 0], [1, 0], [0, 1]], [0.8, 0.8, 0], [1, 1], 1, [0.5, 0.5])
    for i in range(12):
        n = 2 + i % 5
        m = n + 3
        root = rng.normal(size=(n, n if i % 3 else max(1, n - 1)))  # every third is singular
        inside = rng.dirichlet(np.ones(n))
        extra = rng.normal(size=(m - n, n))
        rows = np.vstack([np.eye(n), extra])
        bounds = np.concatenate([np.zeros(n), extra @ inside - rng.uniform(0, 0.3, m - n)])
        Q = root @ root.T
        yield quadratic(f"quadratic: random {i}", Q, rng.normal(size=n), rows, bounds, np.ones(n), 1, np.full(n, 1 / n))


if __name__ == "__main__":
    target = pathlib.Path(__file__).with_suffix(".json")
    target.write_text(json.dumps({"programs": list(programs())}, indent=1) + "\n")
