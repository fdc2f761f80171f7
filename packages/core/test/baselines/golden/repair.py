"""Repaired features of a small table, computed without fairfront.

    python3 repair.py        writes repair.json beside this file (then format it: npm run format)

Quantiles and shares are exact fractions; medians are those of `statistics`. The random numbers are those of seed 5 in the library (xoshiro128**
seeded through SplitMix32), written out here once more: one number seeds each column, which draws two for every row.
"""

import json
import math
import pathlib
import random
from fractions import Fraction
from statistics import median

MASK = 2**32 - 1
SEED = 5
GROUP_COUNT = 3
TRAINING_ROWS = 36
ROWS = 48
MISSING = None


def rotate_left(word, by):
    return ((word << by) | (word >> (32 - by))) & MASK


def uniforms(seed):
    words, state = [], seed
    for _ in range(4):
        state = (state + 0x9E3779B9) & MASK
        word = ((state ^ (state >> 16)) * 0x85EBCA6B) & MASK
        word = ((word ^ (word >> 13)) * 0xC2B2AE35) & MASK
        words.append(word ^ (word >> 16))

    def bits():
        a, b, c, d = words
        result = (rotate_left((b * 5) & MASK, 7) * 9) & MASK
        c, d = c ^ a, d ^ b
        words[:] = a ^ d, b ^ c, c ^ ((b << 9) & MASK), rotate_left(d, 11)
        return result

    while True:
        high, low = bits() >> 5, bits() >> 6
        yield (high * 2**26 + low) / 2**53


def shares_of(cells, levels):
    return {level: Fraction(cells.count(level), len(cells)) for level in levels}


def target_of(shares, levels):
    middle = {level: median(of_group[level] for of_group in shares) for level in levels}
    return {level: share / sum(middle.values()) for level, share in middle.items()}


def moved(level, own, target, lam, whether, where):
    """The level a row gets that has this one."""
    surplus = own[level] - target[level]
    if surplus <= 0 or Fraction(whether) >= lam * surplus / own[level]:
        return level
    deficits = [(other, max(Fraction(0), target[other] - own[other])) for other in own]
    height = Fraction(where) * sum(size for _, size in deficits)
    for other, size in deficits:
        if height < size:
            return other
        height -= size


def quantile(sample, u):
    """The least value with a share of at least u up to it."""
    ordered = sorted(sample)
    return ordered[max(0, math.ceil(u * len(ordered)) - 1)]


def repaired_number(value, own, samples, lam, spread):
    if value is MISSING:
        u = 1 - Fraction(spread)
        start = Fraction(quantile(own, u))
    else:
        below = Fraction(sum(x < value for x in own), len(own))
        up_to = Fraction(sum(x <= value for x in own), len(own))
        u = up_to - Fraction(spread) * (up_to - below)
        start = Fraction(value)
    target = median(Fraction(quantile(sample, u)) for sample in samples)
    return float((1 - lam) * start + lam * target)


def repair(column, groups, lam, seed):
    """@param seed of the column"""
    draws = uniforms(seed)
    train = [[column[row] for row in range(TRAINING_ROWS) if groups[row] == group] for group in range(GROUP_COUNT)]
    numeric = any(isinstance(cell, (int, float)) for cell in column)
    result = []
    if numeric:
        samples = [[cell for cell in cells if cell is not MISSING] for cells in train]
        gaps = [[cell is MISSING for cell in cells] for cells in train]
        levels = [False, True]
    else:
        gaps = train
        levels = sorted({cell for cells in train for cell in cells if cell is not MISSING}) + [MISSING]
    shares = [shares_of(cells, levels) for cells in gaps]
    target = target_of(shares, levels)
    for cell, group in zip(column, groups):
        whether, where = next(draws), next(draws)
        if numeric:
            missing = moved(cell is MISSING, shares[group], target, lam, whether, 0.0)
            result.append(MISSING if missing else repaired_number(cell, samples[group], samples, lam, where))
        elif cell in levels:
            result.append(moved(cell, shares[group], target, lam, whether, where))
        else:
            result.append(cell)
    return result


if __name__ == "__main__":
    rng = random.Random(24)
    groups = [rng.choice([0, 0, 0, 1, 1, 2]) for _ in range(ROWS)]
    maybe = lambda cell, rate: MISSING if rng.random() < rate else cell
    columns = {
        "hours": [rng.choice([20, 35, 40, 40, 40, 50, 60]) + 5 * group for group in groups],
        "gain": [maybe(0 if rng.random() < 0.6 - 0.1 * group else round(rng.expovariate(0.01), 2), 0.5 - 0.2 * group) for group in groups],
        "city": [maybe(rng.choice([["Bonn", "Ulm"], ["Bonn", "Jena", "Ulm", "Ulm"], ["Jena", "Köln"]][group]), 0.1) for group in groups],
    }
    columns["hours"][40], columns["hours"][41], columns["hours"][42] = 1, 99, 41.5  # not met in training
    columns["city"][43] = "Trier"
    cases = []
    for lam in [Fraction(0), Fraction(7, 20), Fraction(1)]:
        seeds = uniforms(SEED)
        repaired = {name: repair(cells, groups, lam, math.floor(next(seeds) * 2**32)) for name, cells in columns.items()}
        cases.append({"lambda": float(lam), "columns": repaired})
    written = {"seed": SEED, "trainingRows": TRAINING_ROWS, "groups": groups, "columns": columns, "cases": cases}
    pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n")
