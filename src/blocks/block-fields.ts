/**
 * The fields of a status block: `KEY: value` at column 0, with the indented lines and list items below it.
 *
 * @module
 */

export interface BlockField {
  /** As written. */
  readonly key: string;
  /** The key in upper case: to veto, it may be written in any way. */
  readonly name: string;
  readonly value: string;
  /** Lines below it, without indentation and list dash, as written. */
  readonly below: readonly string[];
}

/** A line `KEY: value`. */
export const FIELD = /^([A-Za-z_]\w*)[ \t]*:(.*)$/;

/** Reads the lines between the markers. Lines that are neither a field nor below one are ignored. */
export const parseBlockFields = (lines: readonly string[]): readonly BlockField[] => {
  const fields: (Omit<BlockField, 'below'> & { below: string[] })[] = [];
  for (const line of lines) {
    const [, key, value = ''] = FIELD.exec(line) ?? [];
    if (key !== undefined) fields.push({ key, name: key.toUpperCase(), value: readScalar(value), below: [] });
    else if (/^[ \t-]/.test(line)) fields.at(-1)?.below.push(line.replace(/^[ \t]*(?:-(?:[ \t]+|$))?/, ''));
  }
  return fields;
};

/** A nested `KEY: value` line, its key in upper case; or `null`. */
export const parseNestedField = (line: string): Pick<BlockField, 'name' | 'value'> | null => {
  const [, key, value = ''] = FIELD.exec(line) ?? [];
  return key === undefined ? null : { name: key.toUpperCase(), value: readScalar(value) };
};

/** A value without matching quotes around it and without a trailing ` # comment` (rule 3.7). */
export const readScalar = (raw: string): string => {
  const text = raw.trim();
  const quoted = /^(?:"([^"]*)"|'([^']*)')(?:[ \t]+#.*)?$/.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? '';
  const comment = /(?:^|[ \t])#/.exec(text)?.index;
  return (comment === undefined ? text : text.slice(0, comment)).trim();
};
