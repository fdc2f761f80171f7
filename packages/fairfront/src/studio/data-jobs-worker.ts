import { serveTasks } from '../threads/serve-tasks.js';
import { doJob, type NamedTask } from './crew.js';
import { dataJobs } from './data-jobs.js';

serveTasks((task: NamedTask) => doJob(dataJobs, task));
