/** Paths of a config in one form. */

/** With `/`, and without `./` before it. */
export const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
