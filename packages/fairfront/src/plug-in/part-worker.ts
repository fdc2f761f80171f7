import { serveTasks } from '../workers/serve-tasks.js';
import { trainPart } from './part-job.js';

serveTasks(trainPart);
