import { serveTasks } from '../../threads/serve-tasks.js';
import { foldPassJob } from './fold-passes.js';

serveTasks(foldPassJob.run, (sums) => [sums.buffer as ArrayBuffer]);
