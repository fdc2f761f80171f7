import { serveTasks } from '../../threads/serve-tasks.js';
import { componentJob } from './component-job.js';

serveTasks(componentJob.run);
