/** Additions to an existing config of pytest. Only its own table may change, and only a narrow notation is read. */
import { extendLists, PLACE } from '../settings-text.ts';
import type { Extension } from '../runner-facts.ts';

type Settings = ReadonlyMap<string, unknown>;

/** Where tests lie, and which marks they may have. */
const LISTS = { testpaths: PLACE, python_files: PLACE, markers: /^[A-Za-z_]\w*(?:\([\w ,=.*-]*\))?(?::[^"'\\]*)?$/ };

/** Python ends lines at more characters than we do, and strings of several lines can hide a table. */
const STRANGE = /(?![\t\n]|\r\n)\p{Cc}|[\p{Zl}\p{Zp}]|"""|'''/u;

interface Notation {
  /** Whole lines that begin the table; it is there once, under one of them. */
  readonly headers: readonly string[];
  readonly isHeader: RegExp;
  readonly read: (body: readonly string[]) => Settings | null;
}

const compareTables =
  ({ headers, isHeader, read }: Notation) =>
  (before: string, after: string): Extension => {
    const cut = (text: string) => {
      const lines = text.split(/\r?\n/);
      const isStart = (line: string): boolean => headers.includes(line.trim());
      const start = lines.findIndex(isStart);
      if (STRANGE.test(text) || lines.filter(isStart).length !== 1) return null;
      const inside = lines.slice(start + 1);
      const next = inside.findIndex((line) => isHeader.test(line));
      const end = next === -1 ? inside.length : next;
      const rest = [...lines.slice(0, start + 1), ...inside.slice(end)].filter((line) => line.trim() !== '');
      return { settings: read(inside.slice(0, end)), rest: rest.join('\n') };
    };
    const [old, now] = [cut(before), cut(after)];
    if (old !== null && now !== null && old.rest !== now.rest)
      return { why: 'is not in the table of the runner alone' };
    return extendLists(old?.settings ?? null, now?.settings ?? null, LISTS);
  };

const STRING = String.raw`"[^"\\\n]*"|'[^'\n]*'`;
const ENTRY = new RegExp(
  String.raw`[ \t]*([\w-]+)[ \t]*=[ \t]*(true|false|-?(?:0|[1-9]\d*)|${STRING}|\[(?:\s|#[^\n]*(?=\n)|,|${STRING})*\])[ \t]*(?:#[^\n]*)?\n`,
  'y',
);
const NOTHING = /(?:[ \t]*(?:#[^\n]*)?\n)+/y;
const TOKEN = new RegExp(`#[^\\n]*|(${STRING})`, 'g');

const readToml = (lines: readonly string[]): Settings | null => {
  const body = `${lines.join('\n')}\n`;
  const settings = new Map<string, unknown>();
  for (let at = 0; at < body.length; ) {
    NOTHING.lastIndex = at;
    ENTRY.lastIndex = at;
    if (NOTHING.test(body)) {
      at = NOTHING.lastIndex;
      continue;
    }
    const [, key = '', value = ''] = ENTRY.exec(body) ?? [];
    // A key that is there twice is no TOML.
    if (key === '' || settings.has(key)) return null;
    const strings = [...value.matchAll(TOKEN)].flatMap(([, text]) => text?.slice(1, -1) ?? []);
    settings.set(key, value.startsWith('[') ? strings : (strings[0] ?? { literal: value }));
    at = ENTRY.lastIndex;
  }
  return settings;
};

const readIni = (lines: readonly string[]): Settings | null => {
  const settings = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const line of lines) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const [, key, value = ''] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) {
      if (current === null || !/^[ \t]/.test(line)) return null;
      current.push(line.trim());
    } else {
      if (settings.has(key)) return null;
      current = value.trim() === '' ? [] : [value.trim()];
      settings.set(key, current);
    }
  }
  return new Map(
    [...settings].map(([key, said]) => [key, HAS_WORDS.has(key) ? said.flatMap((each) => each.split(/\s+/)) : said]),
  );
};

const HAS_WORDS = new Set(['testpaths', 'python_files']);

const toml = (...headers: readonly string[]) => compareTables({ headers, isHeader: /^\s*\[/, read: readToml });
const ini = (header: string) => compareTables({ headers: [header], isHeader: /^\[/, read: readIni });

/** By the name of the file, or of its part that is frozen. */
export const EXTEND_PYTEST = {
  'pytest.ini': ini('[pytest]'),
  '.pytest.ini': ini('[pytest]'),
  'tox.ini': ini('[pytest]'),
  'pytest.toml': toml('[pytest]'),
  '.pytest.toml': toml('[pytest]'),
  'pyproject.toml#tests': toml('[tool.pytest.ini_options]', '[tool.pytest]'),
  'setup.cfg#tests': ini('[tool:pytest]'),
} as const;
