import { serveTasks } from '../../threads/serve-tasks.js';
import { cellJob } from './table-cell.js';

serveTasks(cellJob.run);
