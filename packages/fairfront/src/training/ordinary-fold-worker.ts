import { serveTasks } from '../threads/serve-tasks.js';
import { ordinaryJob } from './ordinary-fold-job.js';

serveTasks(ordinaryJob.run);
