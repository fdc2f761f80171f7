import { FairfrontError } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import { VERSION } from './version.js';

/**
 * Refuses what is not of a schema, such as `fairfront.result/2`; of a newer one it says that fairfront must be newer.
 * @param label what a person calls the file
 */
export function checkSchema(content: unknown, schema: string, label: string): void {
  const found = typeof content === 'object' && content !== null && 'schema' in content && content.schema;
  if (found === schema) return;
  const [name, version] = schema.split('/');
  const [foundName, foundVersion] = typeof found === 'string' ? found.split('/') : [];
  if (foundName !== name || !/^\d{1,9}$/.test(foundVersion ?? '')) {
    const said = typeof found === 'string' ? `, but says ${quoted([found])}` : '';
    throw new FairfrontError(
      'bad-file',
      `${label} is not what fairfront writes: it must be ${schema}${said}`,
    );
  }
  const wayOut =
    Number(foundVersion) > Number(version)
      ? `fairfront ${VERSION} reads ${schema} and no newer; update fairfront`
      : `fairfront ${VERSION} reads ${schema}; fit again`;
  throw new FairfrontError('bad-file', `${label} is of the schema ${found}: ${wayOut}`);
}
