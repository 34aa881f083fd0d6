/**
 * A key that stands twice in one object of a JSON text: `JSON.parse` keeps the last, and another reader may keep the first.
 *
 * @module
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Its name, at whatever depth and however it is spelt; null when there is none. @param json - a text that `JSON.parse` reads */
export const findDoubleKey = (json: string): string | null => {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '{') open.push(new Set());
    else if (char === '[') open.push(null);
    else if (char === '}' || char === ']') open.pop();
    else if (char === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys != null && isFollowedByColon(json, end)) {
        const key = String(JSON.parse(json.slice(at, end)));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end - 1;
    }
  }
  return null;
};

/** Where the string that begins at `start` is over; of the whole text when it never is. */
const endOfString = (json: string, start: number): number => {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
};

/** A value is followed by a comma or a bracket. */
const isFollowedByColon = (json: string, from: number): boolean => {
  let at = from;
  while (/\s/.test(json[at] ?? '')) at += 1;
  return json[at] === ':';
};
