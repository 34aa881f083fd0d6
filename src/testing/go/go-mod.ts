/**
 * A `go.mod` without what an agent adds for other reasons than tests.
 *
 * @module
 */

/** `replace` can put another module in the place of one that the tests use; `require` cannot. */
export const withoutRequirements = (text: string): string => {
  let isInside = false;
  return text
    .split(/\r?\n/)
    .filter((line) => {
      const words = line.replace(/\/\/.*$/, '').trim();
      if (isInside) {
        isInside = words !== ')';
        return false;
      }
      isInside = /^require\s*\($/.test(words);
      return !isInside && !/^(?:require|go|toolchain)\s/.test(words);
    })
    .join('\n');
};
