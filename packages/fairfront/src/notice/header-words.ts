// What the name of a column says about its values: the words of a header, and the few of them that tell.

const IDENTIFIERS = new Set(['id', 'ids', 'uid', 'pid', 'uuid', 'guid', 'ssn', 'identifier']);
const CODES = new Set(['code', 'codes', 'zip', 'zipcode', 'postcode', 'plz', 'fips', 'icd', 'naics', 'mcc']);
const PERSONAL = new Set(
  [
    'surname',
    'forename',
    'firstname',
    'lastname',
    'fullname',
    'nickname',
    'username',
    'email',
    'phone',
  ].concat(['telephone', 'mobile', 'fax', 'address', 'street']), // a column of few texts is none of these
);
const WHOSE_NAME = new Set(
  [
    'first',
    'last',
    'full',
    'given',
    'family',
    'middle',
    'maiden',
    'nick',
    'user',
    'person',
    'patient',
  ].concat(['customer', 'client', 'employee', 'applicant', 'borrower', 'student', 'member', 'contact']),
);
const OF_MACHINES = new Set(['ip', 'mac', 'web', 'url']);

/** The words of a header: `nativeCountry`, `native-country` and `NATIVE_COUNTRY` have the same two. */
export function headerWords(header: string): string[] {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** `id`, `patient_id`, `id_client`. */
export function isIdentifier(words: readonly string[]): boolean {
  return IDENTIFIERS.has(words.at(-1) ?? '') || IDENTIFIERS.has(words[0] ?? '');
}

/** `zip`, `job code`. */
export function isCode(words: readonly string[]): boolean {
  return CODES.has(words.at(-1) ?? '');
}

/** `name`, `last_name`, `email`, `phone number`, but not `filename`, `product_name` or `ip_address`. */
export function holdsPersons(words: readonly string[]): boolean {
  const own = ['number', 'no', 'nr'].includes(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  const [before, last = ''] = [own.at(-2), own.at(-1)];
  if (last === 'name' || last === 'names') return before === undefined || WHOSE_NAME.has(before);
  return PERSONAL.has(last) && !OF_MACHINES.has(before ?? '');
}
