/** Changed code that the mutation check cannot read (rule 2.10): nothing says whether the tests look at it. */
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path/posix';
import { openEarlier } from '../../project/sources/earlier-state.ts';
import { escapePattern } from '../../base/text/quote-text.ts';
import { diffLines } from './order-mutants.ts';
import { MAX_BYTES, readInWorkspace, type ChangesQuestion, type ReadNow } from './find-changes.ts';
import { languageOf } from './languages.ts';

export interface UnreadCode {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** Changed lines that are not empty, at least 1. */
  readonly lines: number;
  /** `size`: too large; `bytes`: no text; `ending`: a language that is not known by it. */
  readonly why: 'size' | 'bytes' | 'ending';
}

export const linesOf = (unread: readonly UnreadCode[]): number => unread.reduce((sum, { lines }) => sum + lines, 0);

/** In the order of `files`. */
export const findUnread = async (question: ChangesQuestion): Promise<readonly UnreadCode[]> => {
  const { workspace, base, files, isTest, read = readInWorkspace(workspace) } = question;
  const readEarlier = await openEarlier(workspace, base);
  const found: UnreadCode[] = [];
  let isRun: ((path: string) => boolean) | null = null;
  for (const path of files) {
    const isKnown = languageOf(path) !== null;
    if (isTest(path) || (!isKnown && SHOWN_OR_PARSED.test(path))) continue;
    const bytes = await read(path);
    if (bytes === null || bytes.length === 0) continue;
    const isText = !bytes.includes(0);
    const isLarge = bytes.length > MAX_BYTES;
    if (isKnown && isText && !isLarge) continue;
    const earlier = await readEarlier(path, bytes);
    if (earlier === 'same') continue;
    const text = wordsOf(bytes);
    if (!isKnown) {
      if (!isText || isLarge || !(await looksLikeCode(text))) continue;
      isRun ??= await openRunners(files, isTest, read);
      if (!isRun(path)) continue;
    }
    const lines = isLarge
      ? countNew(wordsOf(earlier?.bytes ?? Buffer.alloc(0)), text)
      : countChanged(wordsOf(earlier?.bytes ?? Buffer.alloc(0)), text);
    if (lines > 0) found.push({ path, lines, why: !isKnown ? 'ending' : isText ? 'size' : 'bytes' });
  }
  return found;
};

/** Text of any alphabet. */
const wordsOf = (bytes: Buffer): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe
    ? bytes.toString('utf16le')
    : bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replaceAll('\0', '');

const countChanged = (before: string, now: string): number => {
  const lines = now.split('\n');
  return diffLines(before, now).reduce(
    (sum, hunk) =>
      sum + lines.slice(hunk.line - 1, hunk.line - 1 + hunk.lines).filter((line) => line.trim() !== '').length,
    0,
  );
};

/** Without a comparison line by line, which takes long here: one line can be the whole file. */
const countNew = (before: string, now: string): number => {
  const known = new Set(before.split('\n'));
  return now.split('\n').filter((line) => line.trim() !== '' && !known.has(line)).length;
};

/** Data, documents, styles, pictures, templates and components: what shows or parses them runs no code of theirs unseen. */
const SHOWN_OR_PARSED =
  /\.(?:json[5c]?|ya?ml|toml|ini|cfg|conf|env|properties|xml|xsd|csv|tsv|md|mdx|rst|adoc|html?|s?css|sass|less|styl|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp[34]|wav|pdf|lock|map|snap|po|pot|mo|graphql|gql|proto|sql|prisma|wasm|glsl|vert|frag|vue|svelte|astro|hbs|ejs|pug|njk|liquid|mustache|twig|erb|haml|slim|jinja2?|j2|tmpl|tf|hcl|zip|gz|sh|bash|zsh|fish|ps1|bat|cmd|mk|nix|d\.[cm]?ts)$|(?:^|\/)\.?[^./]+$/i;

/** Prose and tables declare and call nothing. */
const looksLikeCode = async (text: string): Promise<boolean> => {
  if (/^\s*(?:def|class|fn|func|fun|sub|function)\s+\w+.*[:({]|^\s*return\b|\blambda\b/m.test(text)) return true;
  if (!/=>|\bfunction\b|\beval\b|[\w)\]]\s*\(/.test(text)) return false;
  const { parse } = await import('@babel/parser');
  try {
    parse(text, { sourceType: 'unambiguous', allowReturnOutsideFunction: true });
    return true;
  } catch {
    return false;
  }
};

/** Marks of code that runs the text of a file: a plain reader of text has none of them. */
const RUNS =
  /\beval\s*\(|new\s+Function\b|\bFunction\s*\(|\bvm\b|\b_compile\s*\(|_extensions\b|require\.extensions|registerHooks|\bexec\s*\(|\bexecfile\b|\brunpy\b|SourceFileLoader|spec_from_|\b(?:instance|class|module)_eval\b|\binclude!|\bdofile\b|\bloadfile\b|data:text\/javascript|createObjectURL/;

/** Whether code runs a file: it loads it by its name like a module, or names it and runs text. */
const openRunners = async (
  files: readonly string[],
  isTest: (path: string) => boolean,
  read: ReadNow,
): Promise<(path: string) => boolean> => {
  const texts: string[] = [];
  for (const path of files)
    if (languageOf(path) !== null && !isTest(path)) texts.push((await read(path))?.toString('utf8') ?? '');
  return (path) => {
    const name = escapePattern(basename(path));
    const ending = escapePattern(basename(path).replace(/^.*(?=\.)/, ''));
    const loads = new RegExp(
      String.raw`(?:\brequire\s*\(|\bimport\s*\(|\bfrom|\bimport|\bload|\binclude(?:_once)?|\brequire(?:_once|_relative)?)\s*\(?\s*["'](?:[^"'\n]*/)?${name}["']`,
    );
    const names = new RegExp(`${name}|["'\`*]${ending}["'\`]`);
    return texts.some((text) => loads.test(text) || (RUNS.test(text) && names.test(text)));
  };
};
