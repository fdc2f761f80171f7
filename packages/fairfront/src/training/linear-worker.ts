import { serveTasks } from '../threads/serve-tasks.js';
import { linearJob } from './linear-parts.js';

serveTasks(linearJob.run);
