/**
 * How deep the text of a JSON object stands in braces, line by line. Braces in strings do not count, and no string goes
 * over the end of a line, as none does in JSON.
 *
 * @module
 */

/** A counter for one object; each line gives the depth at its end. */
export const createBraceCounter = (): ((line: string) => number) => {
  let depth = 0;
  return (line) => {
    let quoted = false;
    for (let at = 0; at < line.length; at += 1) {
      const char = line[at];
      if (quoted && char === '\\') at += 1;
      else if (char === '"') quoted = !quoted;
      else if (!quoted && char === '{') depth += 1;
      else if (!quoted && char === '}') depth -= 1;
    }
    return depth;
  };
};
