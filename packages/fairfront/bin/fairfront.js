#!/usr/bin/env node
import { runProcess } from '../dist/cli/program.js';

await runProcess();
