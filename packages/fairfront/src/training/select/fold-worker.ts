import { serveTasks } from '../../threads/serve-tasks.js';
import { foldJob } from './fold-job.js';

serveTasks(foldJob.run);
