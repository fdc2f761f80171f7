import { serveTasks } from '../threads/serve-tasks.js';
import { doJob, type NamedTask } from './crew.js';
import { runJobs } from './run-jobs.js';

serveTasks((task: NamedTask) => doJob(runJobs, task));
