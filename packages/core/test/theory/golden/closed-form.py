"""Risks and minimax optima of problems with known distributions, computed without fairfront.

    python3 closed-form.py        writes closed-form.json beside this file (about three minutes; then format it: npm run format)

Risks are expectations of the loss itself (not of its decomposition), in 40-digit arithmetic (mpmath), with a composite
Gauss-Legendre rule of 40 nodes on panels no wider than 1 that end at every jump, out to 13 standard deviations. The irreducible part
is a sum of normal probabilities. A few risks are computed once more with scipy.integrate.quad.

Minimax optima: SLSQP maximises Phi(mu) = sum mu_a r_a(mu) over the simplex; then the equations r_a = t of the groups with
weight are solved, and both bounds, Phi(mu) and max_a r_a(mu), are written down.
"""

import json
import math
import pathlib

import mpmath as mp
import numpy as np
from scipy.integrate import quad
from scipy.optimize import minimize, root

mp.mp.dps = 40
TAIL = 13
NODE_COUNT = 40


def legendre_rule(count):
    nodes, weights = [], []
    for start in np.polynomial.legendre.leggauss(count)[0]:
        x = mp.findroot(lambda t: mp.legendre(count, t), mp.mpf(float(start)))
        slope = count * (x * mp.legendre(count, x) - mp.legendre(count - 1, x)) / (x * x - 1)
        nodes.append(x)
        weights.append(2 / ((1 - x * x) * slope * slope))
    return nodes, weights


NODES, WEIGHTS = legendre_rule(NODE_COUNT)
NODES_FLOAT, WEIGHTS_FLOAT = np.polynomial.legendre.leggauss(NODE_COUNT)


# Curves: {"kind": "step", "jumps": [...], "levels": [...]} or {"kind": "square", "flip": lambda}, the square wave of Appendix A.5.
def level_between(curve, left, right):
    """The constant value of a curve on (left, right), which has no jump inside."""
    x = (left + right) / 2
    if curve["kind"] == "step":
        return curve["levels"][sum(1 for jump in curve["jumps"] if jump < x)]
    high = math.sin(2 * math.pi * float(x)) > 0
    base = (0.8 if high else 0.2) if x < 0 else (0.9 if high else 0.1)
    return (1 - curve["flip"]) * base + curve["flip"] * (1 - round(base))


def panels_of(problem):
    means = [group["mean"] for group in problem["groups"]]
    low, high = min(means) - TAIL, max(means) + TAIL
    points = {low, high}
    for k in range(math.ceil(2 * low), math.floor(2 * high) + 1):
        points.add(k / 2)
    for group in problem["groups"]:
        points.update(jump for jump in group["curve"].get("jumps", []) if low < jump < high)
    points = sorted(points)
    return list(zip(points[:-1], points[1:]))


def noise(loss, f):
    if loss == "brier":
        return 2 * f * (1 - f)
    return sum(-p * mp.log(p) for p in (f, 1 - f) if p > 0)


def solve(problem, mu):
    """Risks and irreducible parts for weights mu; infinite risks are not handled."""
    loss, groups = problem["loss"], problem["groups"]
    count = len(groups)
    risks = [mp.mpf(0)] * count
    irreducible = [mp.mpf(0)] * count
    for left, right in panels_of(problem):
        levels = [mp.mpf(level_between(group["curve"], left, right)) for group in groups]
        left, right = mp.mpf(left), mp.mpf(right)
        for a, group in enumerate(groups):
            mass = mp.ncdf(right - group["mean"]) - mp.ncdf(left - group["mean"])
            irreducible[a] += mass * noise(loss, levels[a])
        half, centre = (right - left) / 2, (right + left) / 2
        for node, weight in zip(NODES, WEIGHTS):
            x = centre + half * node
            densities = [mp.npdf(x - group["mean"]) for group in groups]
            positive = sum(m * p * f for m, p, f in zip(mu, densities, levels))
            negative = sum(m * p * (1 - f) for m, p, f in zip(mu, densities, levels))
            h, rest = positive / (positive + negative), negative / (positive + negative)
            if loss == "brier":
                if_one, if_zero = 2 * rest**2, 2 * h**2
            else:
                if_one = -mp.log(h) if h > 0 else mp.inf
                if_zero = -mp.log(rest) if rest > 0 else mp.inf
            for a in range(count):
                expected = (levels[a] * if_one if levels[a] > 0 else 0) + ((1 - levels[a]) * if_zero if levels[a] < 1 else 0)
                risks[a] += half * weight * densities[a] * expected
    return risks, irreducible


def solve_with_quad(problem, mu):
    """The same risks with scipy's adaptive quadrature, for problems whose groups overlap."""
    loss, groups = problem["loss"], problem["groups"]
    risks = np.zeros(len(groups))
    for left, right in panels_of(problem):
        levels = np.array([level_between(group["curve"], left, right) for group in groups])
        for a in range(len(groups)):

            def integrand(x):
                densities = np.array([math.exp(-0.5 * (x - group["mean"]) ** 2) for group in groups]) / math.sqrt(2 * math.pi)
                h = np.dot(np.multiply(mu, densities), levels) / np.dot(mu, densities)
                f = levels[a]
                if loss == "brier":
                    return densities[a] * 2 * (f * (1 - h) ** 2 + (1 - f) * h**2)
                return -densities[a] * (f * math.log(h) + (1 - f) * math.log1p(-h))

            risks[a] += quad(integrand, left, right, epsabs=1e-14)[0]
    return risks


class FloatRisks:
    """Risks in double precision, fast enough to optimise over."""

    def __init__(self, problem):
        self.loss = problem["loss"]
        groups = problem["groups"]
        panels = panels_of(problem)
        self.x = np.concatenate([(l + r) / 2 + (r - l) / 2 * NODES_FLOAT for l, r in panels])
        self.w = np.concatenate([(r - l) / 2 * WEIGHTS_FLOAT for l, r in panels])
        self.f = np.array([np.repeat([level_between(g["curve"], l, r) for l, r in panels], NODE_COUNT) for g in groups])
        self.p = np.array([np.exp(-0.5 * (self.x - g["mean"]) ** 2) / math.sqrt(2 * math.pi) for g in groups])

    def __call__(self, mu):
        total = mu @ self.p + 1e-300
        h = (mu @ (self.p * self.f)) / total
        if self.loss == "brier":
            losses = 2 * (self.f * (1 - h) ** 2 + (1 - self.f) * h**2)
        else:
            h = np.clip(h, 1e-300, 1 - 1e-16)
            losses = -self.f * np.log(h) - (1 - self.f) * np.log1p(-h)
        return (self.p * losses) @ self.w


def minimax(problem):
    risks_at = FloatRisks(problem)
    count = len(problem["groups"])
    clean = lambda mu: np.maximum(mu, 0) / np.maximum(mu, 0).sum()
    best = None
    for start in [np.full(count, 1 / count), *(0.5 / count + 0.5 * np.eye(count))]:
        found = minimize(
            lambda mu: -(mu @ risks_at(clean(mu))),
            start,
            jac=lambda mu: -risks_at(clean(mu)),
            bounds=[(0, 1)] * count,
            constraints={"type": "eq", "fun": lambda mu: mu.sum() - 1, "jac": lambda mu: np.ones(count)},
            method="SLSQP",
            options={"ftol": 1e-15, "maxiter": 500},
        )
        mu = clean(found.x)
        for threshold in (1e-3, 1e-4, 1e-5, 1e-6):
            active = np.flatnonzero(mu > threshold)

            def spread(weights):
                full = np.zeros(count)
                full[active] = weights
                return full

            def equations(z):
                return np.append(risks_at(spread(z[:-1]))[active] - z[-1], z[:-1].sum() - 1)

            polished = root(equations, np.append(mu[active], risks_at(mu).max()), tol=1e-15)
            candidates = [mu]
            if np.all(polished.x[:-1] >= 0):
                candidates.append(clean(spread(polished.x[:-1])))
            for candidate in candidates:
                risks = risks_at(candidate)
                entry = (risks.max() - candidate @ risks, candidate, risks)
                if best is None or entry[0] < best[0]:
                    best = entry
        if best[0] < 1e-12:
            break
    gap, mu, risks = best
    assert gap < 1e-10, (gap, mu, risks)
    return {"mu": mu.tolist(), "lower": float(mu @ risks), "upper": float(risks.max())}


def step(mean, jumps, levels, share=1.0):
    return {"mean": mean, "share": share, "curve": {"kind": "step", "jumps": jumps, "levels": levels}}


def random_problem(rng, count, loss):
    groups = []
    for _ in range(count):
        jumps = sorted(rng.uniform(-2, 2, rng.integers(1, 4)).tolist())
        groups.append(step(rng.uniform(-1.5, 1.5), jumps, rng.uniform(0.03, 0.97, len(jumps) + 1).tolist()))
    return {"loss": loss, "groups": groups}


def problems():
    figure_1 = [step(-0.5, [-0.25], [0.3, 0.7]), step(0.5, [0.25], [0.05, 0.95], 4.0)]
    figure_2 = [step(-0.5, [-0.25], [0.1, 0.9]), step(0.0, [0.0], [0.1, 0.9]), step(0.5, [0.25], [0.1, 0.8])]
    rng = np.random.default_rng(20200713)
    for loss in ("brier", "cross-entropy"):
        yield f"two groups of Figure 1, {loss}", {"loss": loss, "groups": figure_1}
        yield f"three groups of Figure 2, {loss}", {"loss": loss, "groups": figure_2}
        for mean, flip in ((0.0, 0.2), (1.0, 0.8), (2.0, 0.5)):
            wave = [{"mean": m, "share": 1.0, "curve": {"kind": "square", "flip": s}} for m, s in ((0.0, 0.0), (mean, flip))]
            yield f"square wave, mean {mean}, flip {flip}, {loss}", {"loss": loss, "groups": wave}
        for count in range(2, 7):
            yield f"random, {count} groups, {loss}", random_problem(rng, count, loss)
        yield f"distant groups, {loss}", {"loss": loss, "groups": [step(-4.0, [-4.0], [0.2, 0.7]), step(4.5, [4.0], [0.9, 0.4])]}
    for loss in ("brier", "cross-entropy"):  # where densities underflow
        yield f"means 38 apart, {loss}", {"loss": loss, "groups": [step(0.0, [0.0], [0.3, 0.6]), step(38.0, [38.0], [0.2, 0.7])]}
        yield f"means 60 apart, {loss}", {"loss": loss, "groups": [step(-30.0, [-30.0], [0.3, 0.6]), step(30.0, [30.0], [0.2, 0.7])]}
    yield "levels of 0 and 1, means 60 apart, cross-entropy", {
        "loss": "cross-entropy",
        "groups": [step(-30.0, [-30.0], [0.0, 1.0]), step(30.0, [30.0], [1.0, 0.0])],
    }
    yield "levels of 0 and 1, cross-entropy", {
        "loss": "cross-entropy",
        "groups": [step(-1.0, [0.0], [0.0, 1.0]), step(0.5, [0.3], [1.0, 0.0]), step(1.0, [-0.2], [0.4, 0.9])],
    }


def weights_for(rng, problem, interior_only):
    count = len(problem["groups"])
    shares = [group["share"] for group in problem["groups"]]
    yield [1 / count] * count
    if len(set(shares)) > 1:
        yield [share / sum(shares) for share in shares]
    yield rng.dirichlet(np.ones(count)).tolist()
    nearly = [1e-6] * count
    nearly[-1] = 1 - 1e-6 * (count - 1)
    yield nearly
    if not interior_only:
        yield [1.0 if a == 0 else 0.0 for a in range(count)]
        if count > 2:  # a face: no weight on the middle group
            face = rng.dirichlet(np.ones(count))
            face[count // 2] = 0
            yield (face / face.sum()).tolist()


def main():
    rng = np.random.default_rng(7)
    written = []
    for name, problem in problems():
        interior_only = name.startswith("levels of 0 and 1")
        solves = []
        for mu in weights_for(rng, problem, interior_only):
            risks, irreducible = solve(problem, mu)
            solves.append(
                {
                    "mu": mu,
                    "risks": [float(r) for r in risks],
                    "irreducible": [float(r) for r in irreducible],
                    "priceOfSharing": [float(r - i) for r, i in zip(risks, irreducible)],
                }
            )
        overlap = not any(word in name for word in ("levels of 0 and 1", "apart", "distant"))
        if overlap:
            off = np.abs(solve_with_quad(problem, solves[0]["mu"]) - solves[0]["risks"]).max()
            assert off < 1e-11, (name, off)
        written.append({"name": name, **problem, "solves": solves, "minimax": minimax(problem) if overlap else None})
        print(name, flush=True)
    target = pathlib.Path(__file__).with_suffix(".json")
    target.write_text(json.dumps({"problems": written}, indent=1) + "\n")


if __name__ == "__main__":
    main()
