import { serveTasks } from '../../workers/serve-tasks.js';
import { cellJob } from './table-cell.js';

serveTasks(cellJob.run);
