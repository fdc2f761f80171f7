import { serveTasks } from '../../threads/serve-tasks.js';
import { studyJob } from './study-cell.js';

serveTasks(studyJob.run);
