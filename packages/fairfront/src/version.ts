/** The version in package.json, which a test holds it against: a page has no file to read it from. */
export const VERSION = '0.2.0';
