import { serveTasks } from '../../threads/serve-tasks.js';
import { passJob } from './pass-job.js';

serveTasks(passJob.run);
