import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const SOURCES = ['gates', 'machines', 'src'].flatMap(filesIn);
const importsOf = (file: string): readonly string[] => {
  const text = readFileSync(join(root, file), 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
    ),
  ].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '');
};
/** Every import as `file → place`, places relative to the root, packages by their names. */
const ARROWS = SOURCES.flatMap((file) =>
  importsOf(file).map((target) => ({
    file,
    target: target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target,
  })),
);
const from = (folder: string) => ARROWS.filter(({ file }) => file.startsWith(`${folder}/`));
const isNode = (target: string) => target.startsWith('node:') || builtinModules.includes(target);
const show = ({ file, target }: (typeof ARROWS)[number]) => `${file} → ${target}`;

describe('who may import whom', () => {
  test('was looked at: there are files and arrows in every layer', () => {
    for (const folder of ['gates', 'machines', 'src/loop', 'src/run', 'src/cli'])
      expect(from(folder).length, folder).toBeGreaterThan(3);
  });

  test('gates import only gates', () => {
    expect(
      from('gates')
        .filter(({ target }) => !target.startsWith('gates/'))
        .map(show),
    ).toEqual([]);
  });

  test('machines import only gates, machines and xstate', () => {
    expect(
      from('machines')
        .filter(({ target }) => !/^(?:gates|machines)\//.test(target) && target !== 'xstate')
        .map(show),
    ).toEqual([]);
  });

  test('nothing below the command line imports it', () => {
    expect(
      ARROWS.filter(({ file, target }) => target.startsWith('src/cli/') && !file.startsWith('src/cli/')).map(show),
    ).toEqual([]);
  });

  test('what runs in a browser takes nothing but types from what does not: no builtin of node, no part of src', () => {
    // Modules that a picture, or a fold of records, shares with the page of it; and the limit of one message about a run.
    const shared = new Set([
      'src/page/graph/chart-picture.ts',
      'src/page/page-transcript.ts',
      'src/evidence/findings/is-about.ts',
      'src/records/say-hold.ts',
      'src/view/next-steps.ts',
      'src/evidence/mutation-check/reach/reach.ts',
      ...['status-name', 'live', 'say-step'].map((file) => `src/view/${file}.ts`),
      ...['event-kind', 'waited-for'].map((file) => `src/records/events/${file}.ts`),
      'src/records/fold/sum-usage.ts',
      'src/records/fold/work-position.ts',
      'src/records/fold/open-approval.ts',
    ]);
    const ofBrowser = SOURCES.filter(
      (file) => /^src\/(?:base\/text|page\/(?:ui|model))\//.test(file) || shared.has(file),
    );
    const taken = ofBrowser.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /(?:^|\n)(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?'([^']+)'/g,
        ),
      ]
        .map(([, target = '']) =>
          target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target,
        )
        .map((target) => ({ file, target })),
    );
    expect(taken.length).toBeGreaterThan(50);
    expect(
      taken
        .filter(
          ({ target }) =>
            !shared.has(target) &&
            !/^(?:gates\/|src\/base\/text\/|src\/page\/(?:ui|model)\/|preact(?:\/hooks)?$|d3-(?:scale|shape)$)/.test(
              target,
            ),
        )
        .map(show),
    ).toEqual([]);
  });

  test('programs that run in processes of their own import nothing of ours but their neighbours', () => {
    const programs = ARROWS.filter(({ file }) => file.endsWith('.mjs'));
    expect(programs.length).toBeGreaterThan(0);
    expect(
      programs
        .filter(
          ({ file, target }) =>
            !isNode(target) &&
            dirname(target) !== dirname(file) &&
            !/^src\/runners\/report\/(?:report-file|own-error)\.mjs$/.test(target) &&
            !/^(?:mermaid|dompurify|vitest)/.test(target),
        )
        .map(show),
    ).toEqual([]);
  });
});

describe('a reader of the workspace', () => {
  const READERS = /^src\/(?:evidence|queue\/leases|loop\/(?!session\/)|project\/sources|runners|view)\//;
  const WAITS = /import \{[^}]*\b(?:readFile|readFileSync|open|openSync|createReadStream)\b[^}]*\} from 'node:fs/;
  const opens = SOURCES.filter((file) => READERS.test(file) && file.endsWith('.ts')).map(
    (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
  );

  test('waits for no pipe: it opens files by src/base/files, or with a flag from there', () => {
    expect(opens.filter(([, text]) => WAITS.test(text)).length).toBeGreaterThan(3);
    expect(
      opens
        .filter(([, text]) => WAITS.test(text) && !/\bWITHOUT_|\bO_NONBLOCK\b|\bopenPlain\(/.test(text))
        .map(([file]) => file),
    ).toEqual([]);
  });
});

/** The floor of each room, as docs/architecture.md has it. */
const FLOORS = new Map(
  [...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(/^\| (\d+) \| (`.+`) \|$/gm)].flatMap(
    ([, floor = '', rooms = '']) => rooms.split(', ').map((room) => [room.replaceAll('`', ''), Number(floor)] as const),
  ),
);
const roomOf = (file: string): string => /^(?:src\/[^/]+(?=\/)|gates|machines)/.exec(file)?.[0] ?? '';

describe('the rooms', () => {
  test('are twenty at most, on twelve floors at most, and each is in the table', () => {
    expect(FLOORS.size).toBeLessThanOrEqual(20);
    expect(new Set(FLOORS.values()).size).toBeLessThanOrEqual(12);
    expect([...new Set(SOURCES.map(roomOf))].filter((room) => room !== '').sort()).toEqual([...FLOORS.keys()].sort());
  });

  test('import rooms of lower floors only, types included', () => {
    const between = ARROWS.filter(
      ({ file, target }) => FLOORS.has(roomOf(file)) && FLOORS.has(roomOf(target)) && roomOf(file) !== roomOf(target),
    );
    expect(between.length).toBeGreaterThan(1_000);
    const floorOf = (file: string): number => FLOORS.get(roomOf(file)) ?? 0;
    expect(between.filter(({ file, target }) => floorOf(target) >= floorOf(file)).map(show)).toEqual([]);
  });
});

/** Bottom first, within a room; `.` is the room without its folders. */
const WITHIN = {
  'src/run': ['operator-commands', '.', 'operator'],
  'src/signals': ['blocks', 'systems', '.'],
} as const;
const folderIn = (room: string, file: string): string => file.slice(room.length + 1).match(/^[^/]+(?=\/)/)?.[0] ?? '.';

describe('the folders of a room', () => {
  test.each(Object.entries(WITHIN))('%s import only lower folders', (room, folders: readonly string[]) => {
    const floorOf = (file: string): number => folders.indexOf(folderIn(room, file));
    const inside = from(room).filter(
      ({ file, target }) => target.startsWith(`${room}/`) && floorOf(file) >= 0 && floorOf(target) >= 0,
    );
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.filter(({ file, target }) => floorOf(target) > floorOf(file)).map(show)).toEqual([]);
  });

  // A runner, its command and why it found no test ask each other.
  test.each([...FLOORS.keys()].filter((room) => room !== 'src/runners'))(
    '%s import each other in no circle',
    (room) => {
      const parts = new Map<string, Set<string>>();
      for (const { file, target } of from(room)) {
        const [part, other] = [folderIn(room, file), folderIn(room, target)];
        if (!target.startsWith(`${room}/`) || part === '.' || other === '.' || part === other) continue;
        parts.set(part, (parts.get(part) ?? new Set()).add(other));
      }
      const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
        [...(parts.get(start) ?? [])].some(
          (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
        );
      expect([...parts.keys()].filter((part) => reaches(part, part))).toEqual([]);
    },
  );
});

describe('a folder', () => {
  test('has 25 files at most', () => {
    const folders = SOURCES.map((file) => dirname(file));
    const crowded = [...new Set(folders)].filter((folder) => folders.filter((each) => each === folder).length > 25);
    expect(crowded).toEqual([]);
  });
});

describe('a file', () => {
  test('imports nothing that imports it, types included', () => {
    const waiting = new Map(SOURCES.map((file) => [file, new Set<string>()]));
    for (const { file, target } of ARROWS) if (waiting.has(target)) waiting.get(file)?.add(target);
    // A file whose imports are all gone is in no circle; what cannot be taken away leads into one.
    for (let before = Infinity; waiting.size < before; ) {
      before = waiting.size;
      for (const [file, targets] of waiting) if (![...targets].some((each) => waiting.has(each))) waiting.delete(file);
    }
    expect([...waiting.keys()]).toEqual([]);
  });

  test('is one concept: at most 250 lines', () => {
    const long = SOURCES.map(
      (file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length] as const,
    ).filter(([, lines]) => lines > 250);
    expect(long).toEqual([]);
  });

  test('says at its top what it is for', () => {
    const silent = SOURCES.filter((file) => !/^(?:#!.*\n)?\/\*\*/.test(readFileSync(join(root, file), 'utf8')));
    expect(silent).toEqual([]);
  });

  test('is in the folder of a layer: no cycles between the parts of src', () => {
    const parts = new Map<string, Set<string>>();
    for (const { file, target } of from('src')) {
      const [, part = '', ...rest] = file.split('/');
      const [top, other = '', ...more] = target.split('/');
      if (top !== 'src' || rest.length === 0 || more.length === 0 || part === other) continue;
      parts.set(part, (parts.get(part) ?? new Set()).add(other));
    }
    const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
      [...(parts.get(start) ?? [])].some(
        (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
      );
    expect([...parts.keys()].filter((part) => reaches(part, part))).toEqual([]);
  });
});
