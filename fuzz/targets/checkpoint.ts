// Checkpoints of strangers, and checkpoints that were damaged. Going on with one gives the result of the run, or a
// message; a crafted one may give any result, but nothing else may come of it.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { type FitResult, startFit } from 'fairfront';
import { type FitCheckpoint, readCheckpoint, writeCheckpoint } from 'fairfront/internal';
import fc from 'fast-check';
import { mutatedBytes, mutatedValue } from '../inputs/mutations.js';
import { checkMessage, workFolder } from '../outcome.js';
import type { Target } from '../target.js';

type Input = { readonly bytes: Uint8Array } | { readonly content: unknown };
