/** Examples inside of a source of Python, or of a text (`README.md`): the doctests that pytest runs. */
import { join } from 'node:path';
import type { FrozenKind } from '../runner-facts.ts';

/** The modules that Python loads at its start, and the lines of `.pth` files that it runs; other lines only add places. */
export const STARTUP: FrozenKind = {
  pattern: /^(.*)[\\/]python\*[\\/]site-packages#startup$/,
  read: async (libraries, { namesIn, readText }) => {
    const found: string[] = [];
    for (const place of (await namesIn(libraries)).filter((name) => name.startsWith('python'))) {
      const folder = join(libraries, place, 'site-packages');
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        // A module is a file, or a folder with one of that name in it.
        if (/^(?:user|site)customize(?:\.py)?$/.test(name))
          found.push(`${path}\0${await readText(join(path, '__init__.py'))}${await readText(path)}`);
        else if (name.endsWith('.pth')) found.push(...linesRun(await readText(path)).map((line) => `${path}\0${line}`));
      }
    }
    return found.join('\n');
  },
};

export const PLUGINS: FrozenKind = {
  pattern: /^(.*)[\\/]\*-info[\\/]entry_points\.txt#pytest11$/,
  read: async (folder, { namesIn, readText }) => {
    const packages = (await namesIn(folder)).filter((name) => /\.(?:dist|egg)-info$/i.test(name));
    const texts = await Promise.all(packages.map((name) => readText(join(folder, name, 'entry_points.txt'))));
    return texts.filter((text) => /^\s*\[\s*pytest11\s*\]/m.test(text)).join('\n');
  },
};

const linesRun = (text: string): readonly string[] => text.split('\n').filter((line) => /^import[ \t]/.test(line));

/** Examples without a blank line in them: where they stand, and their lines. */
type Section = readonly [owner: string, ...lines: string[]];

const QUOTES = /("""|''')/g;
const HEAD = /^(?:async\s+)?(?:def|class)\s+(\w+)/;
/** Places elsewhere that decide which examples there are: the attribute, the table, the module itself. */
const ODD = /\b__(?:doc|test)__\b|\bdoctest\b/;

/** The sections of a text, and the lines of code that may change which of them run. */
export const readDoctests = (text: string, path: string): string => {
  const { sections, odd } = path.endsWith('.py') ? readPython(text.split('\n')) : readLines(text.split('\n'), 'text');
  if (sections.length === 0) return '';
  return [...sections.map((section) => section.join('\n')), ...odd.map((line) => `code ${line}`)].join('\n\n');
};

interface Found {
  readonly sections: readonly Section[];
  readonly odd: readonly string[];
}

const readPython = (lines: readonly string[]): Found => {
  const sections: Section[] = [];
  const odd: string[] = [];
  let open: { readonly quote: string; readonly owner: string; readonly lines: string[] } | null = null;
  // The head that the next string belongs to; `module` before any code.
  let owner: string | null = 'module';
  let head: string | null = null;
  for (const line of lines) {
    if (open !== null) {
      const end = line.indexOf(open.quote);
      open.lines.push(end === -1 ? line : line.slice(0, end));
      if (end === -1) continue;
      sections.push(...readLines(open.lines, open.owner).sections);
      open = null;
      owner = null;
      continue;
    }
    const code = line.trim();
    if (code === '' || code.startsWith('#')) continue;
    const begins = /^[rRuU]?("""|''')/.exec(code);
    const quote = [...line.matchAll(QUOTES)];
    const first = quote[0];
    if (first !== undefined && quote.length % 2 === 1) {
      const own =
        begins === null ? `string in ${code.slice(0, first.index - line.indexOf(code))}` : (owner ?? 'string');
      open = { quote: first[1] ?? '', owner: own, lines: [line.slice(first.index + 3)] };
      if (begins === null && ODD.test(code)) odd.push(code);
      continue;
    }
    if (ODD.test(code)) odd.push(code);
    const named = HEAD.exec(code)?.[1];
    if (named !== undefined) head = named;
    // A signature may go over several lines.
    owner = head !== null && /:\s*(?:#.*)?$/.test(code) ? head : null;
    if (owner !== null) head = null;
  }
  // A string that never ends is no code at all.
  if (open !== null) sections.push(...readLines(open.lines, 'string').sections);
  return { sections, odd };
};

const readLines = (lines: readonly string[], owner: string): Found => {
  const sections: Section[] = [];
  let section: [string, ...string[]] | null = null;
  let indent = 0;
  for (const line of lines) {
    const found = /^([ \t]*)>>>(?: |$)/.exec(line);
    if (found !== null && section === null) {
      section = [owner];
      sections.push(section);
    }
    if (found !== null) indent = found[1]?.length ?? 0;
    if (section === null) continue;
    if (line.trim() === '') section = null;
    else section.push(line.slice(Math.min(indent, line.length - line.trimStart().length)).trimEnd());
  }
  return { sections, odd: [] };
};

const REACHES = /\b(?:setattr|delattr|exec|eval|global|patch|mock|vars|globals)\b|__(?:dict|code|globals|defaults)__/;
const SETS_MEMBER = /(?:>>>|\.\.\.|;)\s*(\w+)(?:\.\w+|\[[^\]]*\])+\s*[-+*/|&]?=(?!=)/;

/** Acts of no example that came later: it could change what the others see. An object of its own is free. */
const isReaching = (section: string): boolean => {
  const own = new Set([...section.matchAll(/^(?:>>>|\.\.\.)\s*(\w+)\s*=(?!=)/gm)].map(([, name]) => name));
  return section.split('\n').some((line) => {
    if (!/^(?:>>>|\.\.\.)/.test(line)) return false;
    const member = SETS_MEMBER.exec(line)?.[1];
    return REACHES.test(line) || (member !== undefined && !own.has(member));
  });
};

/** The owners of the new sections, if each of before is there, and nothing came before one of the same owner. */
export const addedDoctests = (before: string, after: string): readonly string[] | null => {
  const [old, now] = [before.split('\n\n'), after.split('\n\n')];
  const owners: string[] = [];
  let at = 0;
  const ownerOf = (section: string): string => section.split('\n', 1)[0] ?? '';
  for (const section of now) {
    const next = old[at];
    if (next !== undefined && (section === next || section.startsWith(`${next}\n>>> `))) {
      const more = section.slice(next.length);
      if (isReaching(more)) return null;
      if (more !== '') owners.push(ownerOf(section));
      at += 1;
      continue;
    }
    const owner = ownerOf(section);
    const isBefore = old.slice(at).some((each) => ownerOf(each) === owner);
    if (isBefore || owner.startsWith('code ') || isReaching(section)) return null;
    owners.push(owner);
  }
  return at === old.length ? owners : null;
};
