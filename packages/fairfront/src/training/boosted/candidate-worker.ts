import { serveTasks } from '../../threads/serve-tasks.js';
import { candidateJob } from './candidate-job.js';

serveTasks(candidateJob.run);
