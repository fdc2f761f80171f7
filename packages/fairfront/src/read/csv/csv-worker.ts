import { serveTasks } from '../../threads/serve-tasks.js';
import { isRejected } from '../columns/finished.js';
import { csvPartJob } from './csv-part.js';

// Columns are handed over, not copied.
serveTasks(csvPartJob.run, (rows) =>
  (rows?.finished ?? []).flatMap((column) =>
    isRejected(column)
      ? []
      : [(column.kind === 'numeric' ? column.values : column.codes).buffer as ArrayBuffer],
  ),
);
