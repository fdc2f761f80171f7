import { serveTasks } from '../../threads/serve-tasks.js';
import { partJob } from './part-job.js';

serveTasks(partJob.run);
