import { serveTasks } from '../../threads/serve-tasks.js';
import { columnMemory } from '../columns/finished.js';
import { sqliteRowsJob } from './sqlite-rows.js';

serveTasks(sqliteRowsJob.run, ({ finished }) => columnMemory(finished));
