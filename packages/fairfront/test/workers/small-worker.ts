import { serveTasks } from '../../src/workers/serve-tasks.js';
import { run } from './small-job.js';

serveTasks(run);
