import { serveTasks } from '../../src/threads/serve-tasks.js';
import { run } from './small-job.js';

serveTasks(run);
