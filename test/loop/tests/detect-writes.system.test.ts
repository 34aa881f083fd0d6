import { textsOf } from '../../evidence/findings/a-finding.ts';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../../src/read-config/parse-config.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { describeAcceptance, findChanges } from '../../../src/run/operator/accept-config.ts';
import { sendOperatorCommand } from '../../../src/run/operator/send-operator-command.ts';
import { readRun } from '../../../src/view/read-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from '../../run/a-workspace.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(4, test);

/** A test of RED that also writes. */
const writing = (body: string) =>
  `import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';\n${HONEST.RED.write['test/one.test.js']}${body}\n`;

const aRedTurn = (body: string, files: Readonly<Record<string, string>> = {}) => ({
  phase: 'RED',
  ...HONEST.RED,
  write: { ...HONEST.RED.write, 'test/one.test.js': writing(body), ...files },
});

const ONE_TURN = { limits: { iterations: 1 } };

const start = async (config: Config, resume?: string) => {
  const events: RunEvent[] = [];
  const run = createRun({
    config,
    until: 'RED',
    onEvent: (event) => events.push(event),
    ...(resume === undefined ? {} : { resume }),
  });
  const ended = await run.ended;
  const { state, records } = await readRun(config, run.id);
  const proposed = events.flatMap((event) => (event.type === 'phase.held' ? [event.proposed_writes] : []));
  return { id: run.id, ended, state, records, proposed, notes: textsOf(state.held?.record.findings) };
};

const accept = async (config: Config, run: string, writes: readonly string[]) =>
  sendOperatorCommand({
    config,
    run,
    command: await describeAcceptance(config, { paths: [], tests: [], writes }, { by: 'Ann', reason: 'a log' }),
  });

const WRITES_OUT =
  "mkdirSync('out', { recursive: true });\nappendFileSync('out/log.txt', 'x');\nwriteFileSync(`out/${process.pid}.tmp`, '');";

describe.skipIf(!hasGit)('a suite of RED that writes sources (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow(
    'is run once more, and what each of its runs writes is proposed; accepted, it holds the run no longer',
    async () => {
      const { config } = await aCodeWorkspace([aRedTurn(WRITES_OUT)], ONE_TURN);
      const first = await start(config);
      expect([first.ended.status, first.proposed]).toEqual(['stuck', [['out/**']]]);
      expect(first.notes.at(-1)).toMatch(
        /^Each test run writes out\/\d+\.tmp, out\/\d+\.tmp, out\/log\.txt\. Make the tests write outside the workspace, or report BLOCKED so that an operator excludes these files: dualgate accept --writes 'out\/\*\*' -m "why"\. To exclude them in later runs, add under tests in the config: writes: \["out\/\*\*"\]\.$/,
      );
      expect((await findChanges(config, first.id)).writes).toEqual(['out/**']);

      expect(await accept(config, first.id, ['out/**'])).toMatchObject({ taken: true, says: 'Accepted: out/**.' });
      const second = await start(config, first.id);
      expect(second.ended).toMatchObject({ status: 'paused' });
      expect(second.state.writes).toMatchObject({ accepted: ['out/**'], proposed: [] });
      expect(second.state.accepted).toMatchObject([
        { by: 'Ann', reason: 'a log', writes: ['out/**'], files: [], tests: [] },
      ]);
    },
  );

  slow('nothing is left out before it was accepted', async () => {
    const { config } = await aCodeWorkspace([aRedTurn(WRITES_OUT)], ONE_TURN);
    const { id } = await start(config);
    const { ended, state, proposed } = await start(config, id);
    // A file that the suite was seen to write stays the suite's, although it is there when the next turn begins.
    expect([ended.status, state.writes.accepted, proposed]).toEqual(['stuck', [], [['out/**']]]);
  });

  slow('is not proposed what it wrote once, as a snapshot: it is there the next time', async () => {
    const once = "if (!existsSync('seen.txt')) writeFileSync('seen.txt', 'x');";
    const { config } = await aCodeWorkspace([aRedTurn(once)]);
    const { ended, proposed } = await start(config);
    expect([ended.status, proposed]).toEqual(['paused', [undefined]]);
  });

  slow('is not proposed what the agent made, and tests import', async () => {
    const body = "appendFileSync('src/one.js', '// x\\n');\nappendFileSync('src/notes.txt', 'x');";
    const { config } = await aCodeWorkspace([aRedTurn(body, { 'src/notes.txt': '' })], ONE_TURN);
    const { id, proposed, notes } = await start(config);
    expect(proposed).toEqual([undefined]);
    expect(notes.slice(-2)).toEqual([
      'Each test run writes src/one.js, which is loaded by test/one.test.js: make the tests write elsewhere.',
      'Each test run writes src/notes.txt, which was made or changed in the turn of the agent: make the tests write elsewhere, or let an operator check it and accept it by its name (dualgate accept --writes).',
    ]);
    await expect(accept(config, id, ['src/*.js'])).rejects.toThrow(
      'Cannot accept a change: src/one.js is loaded by test/one.test.js. Make the tests write elsewhere.',
    );
    // A person has looked at this one.
    expect(await accept(config, id, ['src/notes.txt'])).toMatchObject({ taken: true });
  });

  slow('is not proposed what it left once, when the agent makes it its own and tests load it', async () => {
    const body =
      "appendFileSync('log.txt', 'x');\nmkdirSync('lib', { recursive: true });\nappendFileSync('lib/gen.js', '// x\\n');";
    const taken = {
      ...aRedTurn(`${body}\nawait import('../lib/gen.js');`, { 'lib/gen.js': 'export const one = 1;\n' }),
      iteration: 2,
    };
    const { config } = await aCodeWorkspace([{ ...aRedTurn(body), iteration: 1 }, taken], {
      limits: { iterations: 2 },
    });
    const { id, proposed } = await start(config);
    expect(proposed).toEqual([['lib/**', 'log.txt'], ['log.txt']]);
    await expect(accept(config, id, ['lib/**'])).rejects.toThrow('lib/gen.js is loaded by test/one.test.js');
  });

  slow(
    'is not proposed a source that was there before: a test that writes over one makes it no less a source',
    async () => {
      const { config } = await aCodeWorkspace([aRedTurn("appendFileSync('data.txt', 'x');")], ONE_TURN);
      appendFileSync(join(config.folder, 'data.txt'), 'a\n');
      const { proposed, notes } = await start(config);
      expect(proposed).toEqual([undefined]);
      expect(notes.at(-1)).toBe(
        'Each test run writes data.txt, which was a source before any test run wrote it: make the tests write elsewhere, or let an operator check it and accept it by its name (dualgate accept --writes).',
      );
    },
  );

  slow('has no say in more than it was seen to write', async () => {
    const { config } = await aCodeWorkspace([aRedTurn(WRITES_OUT)], ONE_TURN);
    const { id } = await start(config);
    await expect(accept(config, id, ['**'])).rejects.toThrow(
      /^Cannot accept a change: \*\* matches .*, which no test run wrote/,
    );
    await expect(accept(config, id, ['lib/**'])).rejects.toThrow(
      'Cannot accept a change: no test run wrote a file that matches lib/**. Run dualgate accept to list the files that test runs wrote.',
    );
  });

  slow('is told from something in the background, which is proposed by nobody', async () => {
    const { config } = await aCodeWorkspace([aRedTurn('')], ONE_TURN);
    appendFileSync(join(config.folder, 'noise.txt'), 'x');
    let timer: NodeJS.Timeout | undefined;
    onTestFinished(() => clearInterval(timer));
    const events: RunEvent[] = [];
    const run = createRun({
      config,
      onEvent: (event) => {
        events.push(event);
        if (event.type === 'turn.ended')
          timer ??= setInterval(() => appendFileSync(join(config.folder, 'noise.txt'), 'x'), 20);
      },
    });
    await run.ended;
    const held = events.flatMap((event) => (event.type === 'phase.held' ? [event] : []));
    expect(held.map(({ findings, proposed_writes }) => [findings.at(-1)?.text, proposed_writes])).toEqual([
      ['A background process wrote noise.txt while no test ran. Stop that process.', undefined],
    ]);
  });
});
