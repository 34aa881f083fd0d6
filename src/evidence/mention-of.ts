/**
 * Whether a name has the id of a criterion, in a title or in an identifier. Pure.
 *
 * @module
 */

/**
 * As a whole word: `AC-1` is not in `AC-12`, `AC-1.2` or `AC-1-b`. In identifiers dashes are left out or written as
 * `_`, lower case is accepted between `_`, and so is camel case: `ac1NoHyphen`, `noHyphenAc1`.
 */
export const mentionOf = (id: string): ((name: string) => boolean) => {
  const parts = id.match(/[A-Za-z]+|\d+/g) ?? [id];
  const written = parts
    .map((part, i) => (i === 0 ? part : `[-_.]${/^\d/.test(part) && /\d$/.test(parts[i - 1] ?? '') ? '' : '?'}${part}`))
    .join('');
  const exact = new RegExp(
    `(?:(?<![A-Za-z0-9-])(?<![A-Z0-9]_)|(?<=[a-z])(?=[A-Z]))${written}(?:(?![A-Za-z0-9]|-\\w|[_.]\\d)|(?=[A-Z][a-z]))`,
  );
  const small = written.toLowerCase();
  const snake = new RegExp(`(?<=_)${small}(?![a-z0-9]|[-_.]\\d)|(?<![\\w-])${small}(?=_(?!\\d))`);
  const capitals = parts
    .map(
      (part, i) =>
        (/\d$/.test(parts[i - 1] ?? '') ? '_' : '') + part.charAt(0).toUpperCase() + part.slice(1).toLowerCase(),
    )
    .join('');
  const camel = new RegExp(
    `(?<![\\w-])${capitals.charAt(0).toLowerCase()}${capitals.slice(1)}(?=[A-Z])|(?<=[a-z])${capitals}(?![a-z0-9]|[-_.]\\d)`,
  );
  return (name) => [exact, snake, camel].some((form) => form.test(name));
};
