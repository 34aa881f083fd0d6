import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { serveLines } from '../../../src/base/line-server.ts';
import { layOutCommand } from '../../../src/signals/command/collect-signals.ts';
import { type CommandAnswer, writeAnswer } from '../../../src/signals/command/command-signal.ts';
import { aBoundSignal } from './a-command-signal.ts';

/** The command in a folder with blanks, a quote and a letter outside ASCII. */
const aCommand = () => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = join(folder, "Zoë's run");
  mkdirSync(place);
  const command = join(place, 'dualgate-signal');
  layOutCommand(command);
  return { folder: place, command, socket: join(place, 'signal') };
};

/** A run that gives this answer, and what it was told. */
const aRun = async (answer: CommandAnswer | string) => {
  const { command, socket } = aCommand();
  const received: string[] = [];
  const line = typeof answer === 'string' ? answer : writeAnswer(answer);
  const server = await serveLines({ path: socket, answer: (word) => (received.push(word), line) });
  onTestFinished(() => server.close());
  return { command, socket, received };
};

/** An environment without PATH and HOME, as an agent's shell may have it. */
const envOf = (socket: string): Readonly<Record<string, string>> => ({
  DUALGATE_SOCKET: socket,
  DUALGATE_RUN: 'r-1',
  DUALGATE_PHASE: 'GREEN',
  DUALGATE_ITERATION: '7',
  DUALGATE_NONCE: 'n-7f3a',
});

const start = async (command: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
  const { exitCode, stdout, stderr } = await execa(command, args, { env, extendEnv: false, reject: false });
  return { exitCode, stdout, stderr };
};

const RECORDED: CommandAnswer = {
  recorded: true,
  phase: 'GREEN',
  iteration: 7,
  word: 'exit',
  agrees: true,
  measured: null,
};
const EXIT = ['exit', '--reason', 'all is done'];
const INSTEAD = 'Nothing was recorded. End your last message with the status block of the prompt instead.';

test('sends its signal with the values of the environment, and prints what was recorded', async () => {
  const { command, socket, received } = await aRun(RECORDED);
  expect(await start(command, EXIT, envOf(socket))).toEqual({
    exitCode: 0,
    stderr: '',
    stdout:
      'Recorded for GREEN, iteration 7: exit. It counts only if the tests after this turn satisfy gate 1.\nNothing has been measured in this phase yet.',
  });
  expect(received.map((line) => JSON.parse(line))).toEqual([{ v: 1, ...aBoundSignal() }]);
});

test('carries no nonce where none was issued', async () => {
  const { command, socket, received } = await aRun(RECORDED);
  const { DUALGATE_NONCE: _, ...env } = envOf(socket);
  expect((await start(command, EXIT, env)).exitCode).toBe(0);
  expect(received.map((line) => JSON.parse(line))).toEqual([{ v: 1, ...aBoundSignal({ nonce: null }) }]);
});

test('prints the unmet clauses of gate 1 at the last measurement', async () => {
  const { command, socket } = await aRun({
    ...RECORDED,
    word: 'hold',
    measured: {
      iteration: 6,
      satisfied: false,
      unmet: ['tests_failing == 0: got 1, expected 0'],
      failing: ['test/sum.test.js > AC-1: adds'],
    },
  });
  expect((await start(command, ['hold', '--reason', 'one fails'], envOf(socket))).stdout).toBe(
    `Recorded for GREEN, iteration 7: hold. The work continues in the next turn.
Gate 1 was not satisfied at the end of iteration 6:
  - tests_failing == 0: got 1, expected 0
Failed tests:
  - test/sum.test.js > AC-1: adds`,
  );
});

test('says at once when the turn has said another word', async () => {
  const { command, socket } = await aRun({
    ...RECORDED,
    agrees: false,
    measured: { iteration: 6, satisfied: true, unmet: [], failing: [] },
  });
  expect((await start(command, EXIT, envOf(socket))).stdout).toBe(
    `Recorded for GREEN, iteration 7: exit. But this turn sent a different signal before, and contradictory signals do not count: send one signal in the next turn.
Gate 1 was satisfied at the end of iteration 6.`,
  );
});

test('prints the answer as one line of JSON with --json', async () => {
  const recorded = await aRun(RECORDED);
  const yes = await start(recorded.command, [...EXIT, '--json'], envOf(recorded.socket));
  expect([yes.exitCode, yes.stderr, JSON.parse(yes.stdout)]).toEqual([0, '', { v: 1, ...RECORDED }]);
  const refused = await aRun({ recorded: false, because: 'the turn has ended' });
  const no = await start(refused.command, [...EXIT, '--json'], envOf(refused.socket));
  expect([no.exitCode, no.stderr, JSON.parse(no.stdout)]).toEqual([
    1,
    '',
    { v: 1, recorded: false, because: 'the turn has ended' },
  ]);
});

test('ends with 1 when it is refused, and names the other channel', async () => {
  const { command, socket } = await aRun({ recorded: false, because: 'it is for another run' });
  expect(await start(command, EXIT, envOf(socket))).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `Cannot signal exit: it is for another run. ${INSTEAD}`,
  });
});

test('ends with 1 when no process listens, or the answer is missing or invalid', async () => {
  const { command, socket } = aCommand();
  const no = (because: string) => ({
    exitCode: 1,
    stdout: '',
    stderr: `Cannot signal exit: ${because}. ${INSTEAD}`,
  });
  expect(await start(command, EXIT, envOf(socket))).toEqual(
    no(`no turn is active (Cannot ask ${socket}: no process listens there)`),
  );
  expect(await start(command, EXIT, {})).toEqual(
    no('its environment lacks DUALGATE_SOCKET, DUALGATE_RUN, DUALGATE_PHASE, which each turn sets'),
  );
  for (const answer of ['{"v":2,"recorded":true}', 'yes', 'null']) {
    const other = await aRun(answer);
    expect(await start(other.command, EXIT, envOf(other.socket))).toEqual(no('the answer cannot be read'));
  }
  const deaf = aCommand();
  const server = await serveLines({ path: deaf.socket, answer: () => Promise.reject(new Error('broken')) });
  onTestFinished(() => server.close());
  expect(await start(deaf.command, EXIT, envOf(deaf.socket))).toEqual(
    no(`dualgate did not answer (Cannot ask ${deaf.socket}: it closed the connection without an answer)`),
  );
});

/** Nothing keeps root out of a file but to be without its capabilities. */
const asAnybody: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'] : [];
const canBeAnybody = asAnybody.length === 0 || spawnSync('setpriv', ['--version']).status === 0;

test.skipIf(!canBeAnybody)('tells of a sandbox when it may not speak (as root: needs setpriv)', async () => {
  const { command, socket } = await aRun(RECORDED);
  chmodSync(socket, 0o000);
  const [program = '', ...args] = [...asAnybody, command, ...EXIT];
  const { PATH = '' } = process.env;
  expect((await start(program, args, { ...envOf(socket), PATH })).stderr).toContain('the sandbox around this command');
});

test('ends with 64 and says nothing when it is used wrongly', async () => {
  const { command, socket, received } = await aRun(RECORDED);
  for (const argv of [['skip', '--reason', 'x'], ['exit'], ['exit', '--reason', 'x', '--run', 'r-2'], []]) {
    const { exitCode, stdout, stderr } = await start(command, argv, envOf(socket));
    expect([exitCode, stdout]).toEqual([64, '']);
    expect(stderr).toMatch(/^Cannot signal: .+\. See "\$DUALGATE_SIGNAL" --help\.$/);
  }
  expect(received).toEqual([]);
});

test('prints its usage, without a run', async () => {
  const { command } = aCommand();
  const { exitCode, stdout } = await start(command, ['--help'], {});
  expect([exitCode, stdout.split('\n', 1)]).toEqual([
    0,
    ['Tells dualgate whether this phase is finished. Run it once in your turn.'],
  ]);
});

test('is laid out anew over whatever an agent put there, and no link is followed', () => {
  const { folder, command } = aCommand();
  const script = readFileSync(command, 'utf8');
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'mine');
  for (const replace of [
    () => symlinkSync(victim, command),
    () => mkdirSync(join(command, 'deep'), { recursive: true }),
    () => writeFileSync(command, 'exit 0'),
  ]) {
    rmSync(command, { recursive: true });
    replace();
    layOutCommand(command);
    expect([lstatSync(command).isFile(), lstatSync(command).mode & 0o777]).toEqual([true, 0o700]);
    expect([readFileSync(command, 'utf8'), readFileSync(victim, 'utf8')]).toEqual([script, 'mine']);
  }
  expect(existsSync(join(command, 'deep'))).toBe(false);
});
