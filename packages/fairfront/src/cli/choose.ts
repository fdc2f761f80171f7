import type { Command } from 'commander';
import type { Terminal } from './terminal.js';
export function defineChoose(_command: Command, _terminal: Terminal): void {}
