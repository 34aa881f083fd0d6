import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeSmokeTest } from '../../../src/doctor/examine.ts';
import { takeSmokeTest } from '../../../src/doctor/smoke-test/take-smoke-test.ts';
import { takeLock } from '../../../src/ledger/lock.ts';
import { LockError } from '../../../src/ledger/ledger-error.ts';
import { processTable } from '../../../src/base/processes/find-processes.ts';
import { hasGit, write } from '../../evidence/a-repository.ts';
import { aTriedAgent, type TriedAgent } from '../a-tried-agent.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

const WORDS = { name: 'w0rd', text: 'quiet-otter' };
/** Unique to this process: each program that carries it is ended with the turn. */
const RUN = `doctor-${randomUUID()}`;

const take = ({ config }: TriedAgent, timeoutMs = 20_000, signal = new AbortController().signal) =>
  takeSmokeTest({ config, run: RUN, timeoutMs, words: WORDS, signal });

/** The findings by their names; no process of the turn is alive any more, and the files that it wrote are gone. */
const smokeTest = async (agent: TriedAgent, timeoutMs?: number) => {
  const findings = await judgeSmokeTest(await take(agent, timeoutMs));
  const running = processTable.list().filter((it) => it.carries({ name: 'DUALGATE_RUN', value: RUN }));
  const left = readdirSync(agent.folder).filter((name) => name.startsWith('dualgate-smoke-test-w0rd'));
  expect({ running, left, lock: existsSync(join(agent.folder, '.dualgate/lock')) }).toEqual({
    running: [],
    left: [],
    lock: false,
  });
  return Object.fromEntries(findings.map(({ name, ...look }) => [name.replace('smoke test: ', ''), look]));
};

const FINE = {
  turn: { state: 'ok', says: expect.stringMatching(/^it succeeded, \d+\.\d s$/) },
  writing: { state: 'ok', says: 'the file was written correctly' },
  shell: { state: 'ok', says: 'commands run in the workspace, with the environment of the turn' },
  path: { state: 'ok', says: 'its shell finds node, git where dualgate does' },
  command: { state: 'ok', says: 'the signal command works' },
  signal: { state: 'ok', says: 'its exit signal was read, with the nonce of this turn' },
  leftovers: { state: 'ok', says: 'no unexpected changes' },
};
const ALLOW = 'Add the argument to agent.command that lets it write files and run commands without asking.';

describe.skipIf(!hasGit)('a smoke test (needs git)', () => {
  slow('finds nothing wrong with an obedient agent, and keeps its output', async () => {
    const agent = await aTriedAgent('obey; speak; claim; echo "a word on stderr" >&2');
    expect(await smokeTest(agent)).toEqual(FINE);
    expect(readFileSync(join(agent.folder, '.dualgate/smoke-test/red-1-1.stderr'), 'utf8')).toMatch(
      /\na word on stderr\n$/,
    );
    // A second one keeps its own alone.
    expect(await smokeTest(agent)).toEqual(FINE);
    expect(readdirSync(join(agent.folder, '.dualgate/smoke-test')).sort()).toEqual([
      'red-1-1.stderr',
      'red-1-1.stdout',
    ]);
    expect(readdirSync(join(agent.folder, '.dualgate')).sort()).toEqual(['.gitignore', 'smoke-test']);
  });

  slow('finds an agent that claims and writes nothing', async () => {
    expect(await smokeTest(await aTriedAgent('claim'))).toEqual({
      turn: FINE.turn,
      writing: {
        state: 'problem',
        says: 'it succeeded and claimed success, but there is no file: it may not write here, or did not try',
        fix: ALLOW,
      },
      shell: { state: 'skipped', says: 'unknown: it may not write here' },
      command: { state: 'skipped', says: 'unknown: it ran no command' },
      signal: FINE.signal,
      leftovers: FINE.leftovers,
    });
  });

  slow('finds a file with another word, one that is none, and one in another folder', async () => {
    const other = await smokeTest(await aTriedAgent('obey; echo done > "$(asked file)"; claim'));
    expect(other['writing']).toMatchObject({
      state: 'problem',
      says: 'the file was written with wrong content ("done\\n" instead of "quiet-otter")',
    });
    const link = 'asked text > real.txt; ln -s real.txt "$(asked file)"; claim';
    expect((await smokeTest(await aTriedAgent(link)))['writing']).toMatchObject({
      state: 'problem',
      says: 'dualgate-smoke-test-w0rd.txt is not a regular file',
    });
    const elsewhere = await smokeTest(await aTriedAgent('mkdir sub; asked text > "sub/$(asked file)"; claim'));
    expect(elsewhere['writing']).toMatchObject({
      state: 'problem',
      says: 'it wrote the file to another place: sub/dualgate-smoke-test-w0rd.txt (new)',
    });
  });

  slow('finds an agent that runs no command', async () => {
    const found = await smokeTest(await aTriedAgent('asked text > "$(asked file)"; claim'));
    expect(found).toEqual({
      turn: FINE.turn,
      writing: FINE.writing,
      shell: {
        state: 'warning',
        says: 'it ran no command, or its commands may not write here: it cannot run the tests',
        fix: ALLOW,
      },
      command: { state: 'skipped', says: 'unknown: it ran no command' },
      signal: FINE.signal,
      leftovers: FINE.leftovers,
    });
  });

  slow('finds a shell file that no shell wrote, or one of another turn', async () => {
    const faked = await smokeTest(await aTriedAgent('obey; echo yes > dualgate-smoke-test-w0rd-shell.txt; claim'));
    expect(faked['shell']).toMatchObject({
      state: 'warning',
      says: 'dualgate-smoke-test-w0rd-shell.txt was not written by the exact command',
    });
    const stripped = await smokeTest(await aTriedAgent('obey; env -u DUALGATE_RUN sh -c "$(asked command)"; claim'));
    expect(stripped['shell']).toMatchObject({
      state: 'warning',
      says: 'its shell does not get the environment of the turn: dualgate may not find processes that it starts',
    });
    const elsewhere = 'obey; here=$PWD; (cd / && sh -c "$(asked command | sed "s,> ,> $here/,")"); claim';
    expect((await smokeTest(await aTriedAgent(elsewhere)))['shell']).toMatchObject({
      state: 'warning',
      says: 'its shell starts in /, not in the workspace',
    });
  });

  slow('finds a shell that does not find the program of the tests, or finds another', async () => {
    const none = await smokeTest(
      await aTriedAgent('obey; it=$(asked command); PATH=/nowhere; eval "$it"; PATH=/usr/bin:/bin; claim'),
    );
    expect(none['path']).toEqual({
      state: 'problem',
      says: 'its shell does not find node, git',
      details: ['its PATH: /nowhere'],
      fix: 'Use the absolute path of the program, or add its folder to PATH in the profile of your shell.',
    });
    const body =
      'obey; mkdir ignored; echo > ignored/node; chmod +x ignored/node; PATH="$PWD/ignored:$PATH" sh -c "$(asked command)"; claim';
    const agent = await aTriedAgent(body);
    expect((await smokeTest(agent))['path']).toMatchObject({
      state: 'warning',
      says: 'its shell finds other programs than dualgate: node',
      details: [
        expect.stringMatching(new RegExp(`^node: ${agent.folder}/ignored/node, dualgate: /`)),
        expect.stringContaining(`its PATH: ${agent.folder}/ignored:`),
      ],
    });
  });

  slow('finds a signal command that is not run, and a word by it that the block contradicts', async () => {
    expect((await smokeTest(await aTriedAgent('obey; claim')))['command']).toEqual({
      state: 'warning',
      says: 'the signal command did not arrive: it uses the status block',
      fix: expect.stringContaining('a sandbox around its shell'),
    });
    const both = await smokeTest(
      await aTriedAgent('obey; speak; claim | sed "s/true/false/; s/COMPLETE/IN_PROGRESS/"'),
    );
    expect([both['command']?.state, both['signal']?.state]).toEqual(['ok', 'problem']);
  });

  slow('finds why a word was not read', async () => {
    const wordOf = async (said: string) => (await smokeTest(await aTriedAgent(`obey; ${said}`)))['signal'];
    expect(await wordOf('echo Done.')).toMatchObject({
      state: 'problem',
      says: 'no status block with a signal was found',
      fix: expect.stringContaining('Print the status block, with its signal inside it'),
    });
    expect(await wordOf('claim 0123456789abcdef')).toMatchObject({
      state: 'problem',
      says: 'the block has the NONCE of another iteration: it was quoted, cached or replayed',
    });
    expect(await wordOf('printf \'%s\\n\' "$prompt"')).toMatchObject({
      state: 'problem',
      says: 'the signal or STATUS still contains the placeholder of the instructions',
    });
    const no = "claim | sed 's/COMPLETE/BLOCKED/; s/true/false/; /^STATUS/a BLOCKERS:\\n  - no shell'";
    expect(await wordOf(no)).toMatchObject({
      state: 'problem',
      says: 'its exit signal is false, with STATUS: BLOCKED',
      details: ['no shell'],
    });
  });

  slow('finds an agent that crashes, says nothing, or does not end', async () => {
    const crashed = await smokeTest(await aTriedAgent('echo "Not logged in" >&2; exit 3'));
    expect(crashed).toMatchObject({
      turn: {
        state: 'problem',
        says: 'it crashed (exit code 3)',
        details: ['Not logged in'],
        fix: expect.stringContaining('./agent.sh'),
      },
      writing: { state: 'skipped' },
      shell: { state: 'skipped' },
      signal: { state: 'skipped' },
    });
    expect((await smokeTest(await aTriedAgent('obey')))['turn']).toMatchObject({
      state: 'problem',
      says: 'it succeeded and printed nothing',
    });
    const hanging = await smokeTest(await aTriedAgent('obey; claim; sleep 300 & sleep 300'), 1_500);
    expect(hanging).toMatchObject({
      turn: { state: 'problem', says: 'it did not end within 1.5 s', fix: expect.stringContaining('--timeout') },
      writing: FINE.writing,
      signal: { state: 'skipped' },
    });
    const idle = await smokeTest(await aTriedAgent('echo thinking; sleep 300', { idle_timeout: '1s' }));
    expect(idle['turn']).toMatchObject({ state: 'problem', says: 'it printed nothing more' });
  });

  slow('names what was not asked for, and takes nothing of it back', async () => {
    const body = 'obey; echo more >> src/one.js; echo x > new.txt; rm spec.md; sleep 300 & claim';
    const agent = await aTriedAgent(body);
    expect((await smokeTest(agent))['leftovers']).toEqual({
      state: 'warning',
      says: 'unexpected changes',
      details: [
        'new.txt (new)',
        'src/one.js (changed)',
        'spec.md (gone)',
        expect.stringMatching(/^still running, ended by dualgate: \d+ sleep 300$/),
      ],
      fix: 'Check them: dualgate reverted nothing. Hooks or instructions of the agent may have caused them.',
    });
    expect(readFileSync(join(agent.folder, 'src/one.js'), 'utf8')).toContain('more');
  });

  slow('names a commit', async () => {
    const me = '-c user.name=A -c user.email=a@example.org';
    const found = await smokeTest(await aTriedAgent(`obey; git ${me} commit -q --allow-empty -m mine >&2; claim`));
    expect(found['leftovers']).toMatchObject({
      details: [expect.stringMatching(/^HEAD, from [\da-f]{40} to [\da-f]{40}$/)],
    });
  });

  slow('does not begin while a run holds the workspace', async () => {
    const agent = await aTriedAgent('obey; claim; echo > was-started');
    await write(agent.folder, { '.dualgate/.gitignore': '*\n' });
    const lock = takeLock(join(agent.folder, '.dualgate/lock'), { run: 'r-1', now: () => new Date() });
    await expect(take(agent)).rejects.toThrow(LockError);
    expect(existsSync(join(agent.folder, 'was-started'))).toBe(false);
    expect(existsSync(join(agent.folder, '.dualgate/lock'))).toBe(true);
    lock.release();
  });

  slow('that is interrupted ends the agent, and leaves no file and no lock', async () => {
    const agent = await aTriedAgent('obey; echo begun >&2; sleep 300');
    const stop = new AbortController();
    const taken = takeSmokeTest({
      config: agent.config,
      run: RUN,
      timeoutMs: 20_000,
      words: WORDS,
      signal: stop.signal,
      emit: ({ type }) => type === 'agent.output' && stop.abort(new Error('enough')),
    });
    await expect(taken).rejects.toThrow('enough');
    expect(processTable.list().filter((it) => it.carries({ name: 'DUALGATE_RUN', value: RUN }))).toEqual([]);
    expect(readdirSync(agent.folder).filter((name) => name.startsWith('dualgate-smoke-test'))).toEqual([]);
    expect(existsSync(join(agent.folder, '.dualgate/lock'))).toBe(false);
  });
});
