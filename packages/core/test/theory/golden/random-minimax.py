"""Minimax risks of the problems that `randomProblem` draws from the seeds 0 to 199, computed without fairfront.

    python3 random-minimax.py        writes random-minimax.json beside this file (under a minute; then format it: npm run format)

The generator (xoshiro128** seeded through SplitMix32) and the order of the draws are written out here once more; risks and optimum
come from closed-form.py. Seed s has 2 + s mod 5 groups; even seeds have the Brier score, odd ones cross-entropy.
"""

import importlib.util
import json
import math
import pathlib
import sys

sys.dont_write_bytecode = True
here = pathlib.Path(__file__)
spec = importlib.util.spec_from_file_location("closed_form", here.with_name("closed-form.py"))
closed_form = importlib.util.module_from_spec(spec)
spec.loader.exec_module(closed_form)

MASK = 2**32 - 1


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


def problem_of(seed):
    draws = uniforms(seed)
    between = lambda low, high: low + (high - low) * next(draws)
    groups = []
    for _ in range(2 + seed % 5):
        mean = between(-1.5, 1.5)
        count = 1 + math.floor(3 * next(draws))
        jumps = sorted(between(-2, 2) for _ in range(count))
        groups.append(closed_form.step(mean, jumps, [between(0.03, 0.97) for _ in range(count + 1)]))
    return {"loss": "brier" if seed % 2 == 0 else "cross-entropy", "groups": groups}


if __name__ == "__main__":
    written = []
    for seed in range(200):
        problem = problem_of(seed)
        optimum = closed_form.minimax(problem)
        written.append({"seed": seed, "firstMean": problem["groups"][0]["mean"], **optimum})
    here.with_suffix(".json").write_text(json.dumps(written, indent=1) + "\n")
