import { serveTasks } from '../threads/serve-tasks.js';
import { stretchJob } from './stretch-job.js';

serveTasks(stretchJob.run);
