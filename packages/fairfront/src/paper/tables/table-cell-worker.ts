import { serveTasks } from '../../threads/serve-tasks.js';
import { tableJob } from './table-cell.js';

serveTasks(tableJob.run);
