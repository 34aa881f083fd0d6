/** Changed code that the mutation check cannot read (rule 2.10): nothing says whether the tests look at it. */
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path/posix';
import { openEarlier } from '../../project/sources/earlier-state.ts';
import { escapePattern } from '../../base/text/quote-text.ts';
import { diffLines } from './order-mutants.ts';
import { MAX_BYTES, readInWorkspace, type ChangesQuestion, type ReadNow } from './find-changes.ts';
import { parse as parseYaml } from 'yaml';
import { hiddenIn, languageOf } from './languages.ts';

export interface UnreadCode {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** Changed lines that are not empty, at least 1. */
  readonly lines: number;
  /** `size`: too large; `bytes`: no text; `ending`: a language that is not known by it; `text`: data or a string that code runs. */
  readonly why: 'size' | 'bytes' | 'ending' | 'text';
}

export const linesOf = (unread: readonly UnreadCode[]): number => unread.reduce((sum, { lines }) => sum + lines, 0);

/** In the order of `files`. */
export const findUnread = async (question: ChangesQuestion): Promise<readonly UnreadCode[]> => {
  const { workspace, base, files, isTest, read = readInWorkspace(workspace) } = question;
  const readEarlier = await openEarlier(workspace, base);
  const found: UnreadCode[] = [];
  let runners: Awaited<ReturnType<typeof openRunners>> | null = null;
  for (const path of files) {
    const isKnown = languageOf(path) !== null;
    const isData = !isKnown && DATA.test(path);
    if (isTest(path) || (!isKnown && !isData && SHOWN_OR_PARSED.test(path))) continue;
    const bytes = await read(path);
    if (bytes === null || bytes.length === 0) continue;
    const isText = !bytes.includes(0);
    const isLarge = bytes.length > MAX_BYTES;
    const isRead = isText && !isLarge && (isKnown || isData);
    const text = wordsOf(bytes);
    if (isKnown && isRead && !runsText(path, text)) continue;
    if (!isKnown && !isRead && (isData || !isText || isLarge || !(await looksLikeCode(text)))) continue;
    const earlier = await readEarlier(path, bytes);
    if (earlier === 'same') continue;
    if (!isKnown) {
      runners ??= await openRunners(files, isTest, read);
      if (!(isData ? runners.runsText(path) : runners.runs(path))) continue;
    }
    if (isRead) {
      const known = wordsOf(earlier?.bytes ?? Buffer.alloc(0));
      // It made code before this run, as a compiler of schemas does.
      if (isKnown && runsText(path, known)) continue;
      const lines = countCode(stringsIn(path, text).filter((each) => !known.includes(each)));
      if (lines > 0) found.push({ path, lines, why: 'text' });
      continue;
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
    (sum, hunk) => sum + countLines(lines.slice(hunk.line - 1, hunk.line - 1 + hunk.lines)),
    0,
  );
};

/** A long line stands for several. */
const LONG = 80;
const countLines = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Math.ceil(line.trim().length / LONG), 0);

const countCode = (texts: readonly string[]): number =>
  countLines(texts.filter((text) => CODE_LINES.test(text)).flatMap((text) => text.split('\n')));
/** A statement on a line of its own: prose has none. */
const CODE_LINES =
  /^\s*(?:return\b.*[;()'"\]]|(?:const|let|var)\s+\w+\s*=|(?:def|function|class)\s+\w+.*[:({]$|[\w.[\]]+ = .*[\])'"\w;]$)/m;

/** Pieces that a program puts together are shorter. */
const LEAST_CODE = 60;
/** The long strings of data or code: what is run is one of them. A docstring is none, unless the code asks for it. */
const stringsIn = (path: string, text: string): readonly string[] => {
  if (languageOf(path) === null) return valuesIn(path, text).filter((each) => each.length >= LEAST_CODE);
  const isDocument = (at: number): boolean =>
    path.endsWith('.py') && !text.includes('__doc__') && /(?:^|\n)[ \t]*$/.test(text.slice(0, at));
  return [...text.matchAll(hiddenIn(path))].flatMap(({ 0: found, index }) =>
    /^["'`]/.test(found) && found.length >= LEAST_CODE && !isDocument(index)
      ? [found.replaceAll(/^["'`]{1,3}|["'`]{1,3}$/g, '').replaceAll('\\n', '\n')]
      : [],
  );
};

const valuesIn = (path: string, text: string): readonly string[] => {
  try {
    return /\.(?:json[5c]?|ya?ml)$/.test(path) ? stringsOf(parseYaml(text)) : [text];
  } catch {
    return [text];
  }
};
const stringsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
};

/** Without a comparison line by line, which takes long here: one line can be the whole file. */
const countNew = (before: string, now: string): number => {
  const known = new Set(before.split('\n'));
  return now.split('\n').filter((line) => line.trim() !== '' && !known.has(line)).length;
};

/** Code may run their values. */
const DATA = /\.(?:json[5c]?|ya?ml|toml|ini|cfg|conf|env|properties|xml|csv|tsv)$/i;
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

/** Whether code runs a text that is given to it. A method of such a name may be that of an expression or a database. */
const runsText = (path: string, text: string): boolean => {
  if (path.endsWith('.py')) return /(?<![.\w])(?:eval|exec)\s*\(/.test(text);
  return languageOf(path) === 'script' && RUNS_TEXT.test(text);
};
const RUNS_TEXT =
  /(?<![.\w])eval\s*\(|\bnew\s+Function\b|\bvm\s*\.\s*\w+|\b(?:runIn\w*Context|compileFunction)\s*\(|_compile\s*\(|data:text\/javascript/;

/** Whether code runs a file: it loads it by its name like a module, or names it and runs text. */
const openRunners = async (
  files: readonly string[],
  isTest: (path: string) => boolean,
  read: ReadNow,
): Promise<Readonly<Record<'runs' | 'runsText', (path: string) => boolean>>> => {
  const [texts, running]: [string[], string[]] = [[], []];
  for (const path of files)
    if (languageOf(path) !== null && !isTest(path)) {
      const text = (await read(path))?.toString('utf8') ?? '';
      texts.push(text);
      if (runsText(path, text)) running.push(text);
    }
  const runs = (path: string): boolean => {
    const name = escapePattern(basename(path));
    const ending = escapePattern(basename(path).replace(/^.*(?=\.)/, ''));
    const loads = new RegExp(
      String.raw`(?:\brequire\s*\(|\bimport\s*\(|\bfrom|\bimport|\bload|\binclude(?:_once)?|\brequire(?:_once|_relative)?)\s*\(?\s*["'](?:[^"'\n]*/)?${name}["']`,
    );
    const names = new RegExp(`${name}|["'\`*]${ending}["'\`]`);
    return texts.some((text) => loads.test(text) || (RUNS.test(text) && names.test(text)));
  };
  const isGiven = (path: string): boolean =>
    running.some((text) => new RegExp(`["'\`/]${escapePattern(basename(path))}["'\`]`).test(text));
  return { runs, runsText: isGiven };
};
