/**
 * A call of C4-PlantUML on one line: `System(gate, "Gate", $tags="x") {`.
 *
 * @module
 */

export interface Call {
  readonly name: string;
  /** Without their quotes, in order; those that are given by name are not among them. */
  readonly words: readonly string[];
  /** Given as `$name=value`. */
  readonly named: ReadonlyMap<string, string>;
}

/** Null for a line that is no call, or one whose quotes and parentheses do not close. */
export const readCall = (text: string): Call | null => {
  const found = /^([A-Za-z_]\w*)\s*\((.*)\)\s*\{?$/.exec(text);
  if (found === null) return null;
  const parts = splitArguments(found[2] ?? '');
  if (parts === null) return null;
  const words: string[] = [];
  const named = new Map<string, string>();
  for (const part of parts) {
    const [, name, value] = /^\$(\w+)\s*=(.*)$/.exec(part) ?? [];
    if (name === undefined) words.push(unquote(part));
    else named.set(name, unquote((value ?? '').trim()));
  }
  return { name: found[1] ?? '', words, named };
};

const splitArguments = (text: string): readonly string[] | null => {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
    if (depth < 0) return null;
  }
  const last = text.slice(from).trim();
  return quoted || depth !== 0 ? null : [...parts, ...(last === '' && parts.length === 0 ? [] : [last])];
};

const unquote = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
