// The library and the command give the same verdicts, on as many audits as anybody would ask for.

import { it } from 'vitest';
import { expectSameVerdicts } from './random-audit.js';

it('on 10,000 random audits', () => expectSameVerdicts(10_000), 300_000);
