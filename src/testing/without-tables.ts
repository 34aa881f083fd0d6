/**
 * A file of tables, such as TOML or INI, without those that an agent edits for other reasons than tests or checks. It reads lines,
 * and whatever it does not know stays in: a table header that is written in an unusual way is held, and not passed over.
 *
 * @module
 */

const HEADER = /^\s*\[.*\]\s*(?:[#;].*)?$/;

/** It may begin or end a string in which the lines are no tables. */
const MULTILINE = /"""|'''/;

/**
 * @param free - table headers, whole
 * @param keeps - lines that stay all the same, by the header above them
 */
export const withoutTables = (
  text: string,
  free: RegExp | undefined,
  keeps: (header: string, line: string) => boolean = () => false,
): string => {
  let header = '';
  let isFree = false;
  return text
    .split(/\r?\n/)
    .filter((line) => {
      if (HEADER.test(line)) {
        header = line.trim();
        isFree = free?.test(line.replace(/\s*[#;][^\]]*$/, '').trim()) === true;
      }
      return !isFree || MULTILINE.test(line) || keeps(header, line);
    })
    .join('\n');
};
