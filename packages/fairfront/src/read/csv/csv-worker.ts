import { serveTasks } from '../../threads/serve-tasks.js';
import { columnMemory } from '../columns/finished.js';
import { csvPartJob } from './csv-part.js';

serveTasks(csvPartJob.run, (rows) => columnMemory(rows?.finished ?? []));
