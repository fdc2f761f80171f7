import { serveTasks } from '../../threads/serve-tasks.js';
import { cellJob } from './plug-in-study-cell.js';

serveTasks(cellJob.run);
