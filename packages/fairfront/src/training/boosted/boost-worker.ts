import { serveTasks } from '../../threads/serve-tasks.js';
import { boostJob } from './boost-job.js';

serveTasks(boostJob.run);
