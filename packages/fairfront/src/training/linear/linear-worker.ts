import { serveTasks } from '../../threads/serve-tasks.js';
import { linearJob } from './train-parts.js';

serveTasks(linearJob.run);
