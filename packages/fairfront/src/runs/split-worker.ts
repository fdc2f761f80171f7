import { serveTasks } from '../threads/serve-tasks.js';
import { splitJob } from './split-job.js';

serveTasks(splitJob.run);
