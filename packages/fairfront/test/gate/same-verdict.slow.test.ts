// The library and the command give the same verdicts, on as many audits as anybody would ask for.

import { it } from 'vitest';
import { expectSameVerdicts } from './random-audit.js';

it('on 2,500 random audits', () => expectSameVerdicts(2500), 300_000);
