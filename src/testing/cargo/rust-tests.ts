/**
 * The tests inside of a Rust source.
 *
 * @module
 */

/**
 * Text that hides brackets: comments, strings, raw strings, characters (and no lifetimes). Only line and block comments
 * of one depth.
 */
const HIDDEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\(?:u\{[^}]*\}|x..|.))'/g;
const TEST_ATTRIBUTE = /#\s*!?\s*\[\s*(?:cfg\s*\([^\]]*\btest\b[^\]]*\)|(?:\w+\s*::\s*)*\w*test\w*\b[^\]]*)\s*\]/g;

/** Their text, in order, with the attributes in front of them; `''` where there are none. */
export const readRustTests = (text: string): string => {
  // Blanks in the place of what is hidden keep every position.
  const bare = text.replace(HIDDEN, (hidden) => hidden.replaceAll(/[^\n]/g, ' '));
  const parts: string[] = [];
  let end = 0;
  for (const { index, 0: attribute } of bare.matchAll(TEST_ATTRIBUTE)) {
    if (index < end || /\bnot\s*\(\s*test\b/.test(attribute)) continue;
    // `#![cfg(test)]` is about everything that follows.
    end = attribute.startsWith('#!') ? bare.length : findEnd(bare, index);
    parts.push(text.slice(startOfAttributes(bare, index), end));
  }
  return parts.join('\n');
};

/** Attributes may be in any order: `#[ignore] #[test]`. */
const startOfAttributes = (bare: string, index: number): number => {
  const before = /(?:#\s*\[[^\]]*\]\s*)+$/.exec(bare.slice(0, index));
  return before === null ? index : before.index;
};

/** Behind the first block that closes, or the first `;` outside of any bracket. */
const findEnd = (bare: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < bare.length; at += 1) {
    const char = bare.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth <= 0 && (char === '}' || char === ';')) return at + 1;
  }
  return bare.length;
};
