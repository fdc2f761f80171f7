import { serveTasks } from '../../threads/serve-tasks.js';
import { trainPart } from './part-job.js';

serveTasks(trainPart);
