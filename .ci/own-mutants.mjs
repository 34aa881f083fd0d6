/**
 * dualgate's own mutants, made of dualgate: which of them do its tests notice? The places are chosen by a seed, so that two states of
 * the code can be asked about the same ones. A mutant is asked the tests of its folder first, and a survivor those of its room.
 *
 *     node .ci/own-mutants.mjs                             # 200 of the rooms below
 *     node .ci/own-mutants.mjs --count 20 gates machines   # some rooms; --seed WORD chooses others
 *
 * docs/reference/mutants.md has what was measured.
 *
 * @module
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const ROOMS = [
  'gates',
  'machines',
  'src/ledger',
  'src/records',
  'src/signals',
  'src/loop',
  'src/evidence/integrity',
  'src/prove',
];
/** A mutant that makes a loop endless is killed by this time limit. */
const SECONDS = 300;
const { values, positionals } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: 'dualgate' } },
  allowPositionals: true,
});
const rooms = positionals.length > 0 ? positionals : ROOMS;

const server = await createServer({
  configFile: false,
  server: { middlewareMode: true, hmr: false },
  appType: 'custom',
  logLevel: 'error',
});
const { findMutants } = await server.ssrLoadModule('/src/evidence/mutation-check/find-mutants.ts');
const { orderMutants } = await server.ssrLoadModule('/src/evidence/mutation-check/order-mutants.ts');
const { plant } = await server.ssrLoadModule('/src/evidence/mutation-check/mutant.ts');

const files = execFileSync('git', ['ls-files', ...rooms.map((room) => `${room}/**.ts`)], { encoding: 'utf8' })
  .trim()
  .split('\n');
const changes = files.map((path) => {
  const text = readFileSync(path, 'utf8');
  return { path, text, isNew: true, hunks: [], lines: new Set(text.split('\n').map((_, at) => at + 1)) };
});
/** Each room has the same share. */
const byRoom = rooms.map((room) => changes.filter(({ path }) => path.startsWith(`${room}/`)));
const share = Math.ceil(Number(values.count) / rooms.length);
const chosen = [];
for (const room of byRoom) {
  const found = await findMutants(room);
  const valid = new Map(found.map(({ file, isParseable }) => [file.path, isParseable]));
  const ordered = orderMutants(
    found.flatMap(({ mutants }) => mutants.filter(({ again }) => again === undefined)),
    values.seed,
  );
  chosen.push(...ordered.filter((mutant) => valid.get(mutant.path)(mutant)).slice(0, share));
}
await server.close();

const copy = mkdtempSync(join(tmpdir(), 'own-mutants-'));
try {
  const sources = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
  for (const path of sources) cpSync(path, join(copy, path));
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: copy });

  /** Of neither a runner around this one, nor certificates that every Node would read at its start. */
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_EXTRA_CA_CERTS|NODE_OPTIONS)/.test(name)),
  );
  const run = (...given) => {
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      ...given,
      '--run',
      '--bail=1',
      '--passWithNoTests',
      '--reporter=dot',
    ];
    const { status, error } = spawnSync(process.execPath, [...vitest, '--project', 'alone', '--project', 'shared'], {
      cwd: copy,
      timeout: SECONDS * 1000,
      killSignal: 'SIGKILL',
      env,
      encoding: 'utf8',
    });
    return status === 0 && error === undefined;
  };
  /** `src/loop/tests/x.ts` is tested in `test/loop/tests`, and by the room `test/loop`. */
  const folderOf = (path) => `test/${path.replace(/^src\//, '').replace(/[^/]*$/, '')}`;
  const roomOf = (path) => `${folderOf(path).split('/').slice(0, 2).join('/')}/`;
  /** Whether these tests pass without a mutant: else their failure says nothing. */
  const green = new Map();
  const isGreen = (...tests) => {
    const key = tests.join(' ');
    if (!green.has(key)) green.set(key, run(...tests));
    return green.get(key);
  };

  const survivors = [];
  let asked = 0;
  for (const mutant of chosen) {
    const { path, line, kind, before, after } = mutant;
    const text = readFileSync(join(copy, path), 'utf8');
    const isKilled = (...tests) => {
      if (!isGreen(...tests)) throw new Error(`Without a mutant these fail: ${tests.join(' ')}`);
      writeFileSync(join(copy, path), plant(text, mutant));
      const passes = run(...tests);
      writeFileSync(join(copy, path), text);
      return !passes;
    };
    const survived = !isKilled(folderOf(path)) && !isKilled(roomOf(path));
    asked += 1;
    console.log(`${survived ? 'SURVIVED' : 'killed'} ${path}:${line} ${kind}`);
    if (!survived) continue;
    survivors.push(mutant);
    console.log(`  - ${before.replaceAll(/\s+/g, ' ')}\n  + ${after.replaceAll(/\s+/g, ' ')}`);
  }
  console.log(`${asked - survivors.length} of ${asked} killed`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
