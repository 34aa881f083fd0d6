import { textsOf } from '../evidence/findings/a-finding.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { takeFingerprint } from '../../src/project/sources/fingerprint.ts';
import { createMemoryLedger } from '../../src/ledger/ledger.ts';
import { makeCommit } from '../../src/loop/commits/commit.ts';
import { decideIteration } from '../../src/loop/decide.ts';
import { foldLedger } from '../records/fold-ledger.ts';
import { openJournal } from '../../src/records/journal.ts';
import type { RunEventBody } from '../../src/records/run-events.ts';
import type { RunContext } from '../../src/loop/run-context.ts';
import { git, hasGit, write } from '../evidence/a-repository.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aMeasured } from '../loop/a-measured.ts';
import { aCommittingWorkspace } from './a-committing-workspace.ts';
import { aStart } from '../records/a-start.ts';

/** A run that has its first commit, and an iteration of RED that was measured and not yet decided. */
const aMeasuredIteration = async () => {
  const { config, folder } = await aCommittingWorkspace();
  const now = () => new Date('2026-01-13T10:30:00Z');
  const ledger = createMemoryLedger({ now });
  const events: RunEventBody[] = [];
  const journal = openJournal({
    machine: createTddMachine(config).provide(bindGates(config)),
    phases: config.phases.map(({ phase }) => phase),
    ledger: () => ledger,
    onRecord: () => {},
    emit: (event) => events.push(event),
  });
  const base = await git(folder, 'rev-parse', 'HEAD');
  journal.write(
    'run.started',
    aStart({
      config_hash: 'c'.repeat(64),
      criteria: 1,
      tree: 'd'.repeat(64),
      head: base,
      branch: {
        name: 'dualgate/spec',
        base,
        tree: await git(folder, 'rev-parse', 'HEAD^{tree}'),
        git_dir: '.git',
        author: { name: 'Bea', email: 'bea@example.org' },
      },
    }),
  );
  const emit = (event: RunEventBody) => events.push(event);
  await makeCommit({ config, journal, emit }, 'live');
  await write(folder, { 'src/one.js': 'export const one = () => 0;\n' });
  const last = await takeFingerprint(folder, { writes: [] });
  const exit = { frozen: {}, tests: [], failing: [], tree: last.tree };
  const measured = aMeasured(anIteration('RED'), { exit, last });
  const context = { run: 'a-run', config, gates: compileGates(config), journal, emit, until: null };
  return { context: context as unknown as RunContext, folder, ledger, journal, measured };
};

describe.skipIf(!hasGit)('what is committed (needs git)', () => {
  test('is the measured tree, under a record that names it', async () => {
    const { context, folder, ledger, measured } = await aMeasuredIteration();
    expect(await decideIteration(context, measured)).toEqual({ go: null });
    expect(ledger.records.map(({ type }) => type)).toEqual([
      'run.started',
      'work.committed',
      'iteration.decided',
      'phase.exited',
      'work.committed',
    ]);
    expect(Reflect.get(Object(ledger.records[2]?.data['exit']), 'git_tree')).toBe(
      await git(folder, 'rev-parse', 'dualgate/spec^{tree}'),
    );
    expect(await git(folder, 'show', 'dualgate/spec:src/one.js')).toBe('export const one = () => 0;');
  });

  test('holds the phase when a file changed after the last fingerprint, and names it; nothing is committed', async () => {
    const { context, folder, ledger, journal, measured } = await aMeasuredIteration();
    writeFileSync(join(folder, 'src/one.js'), 'export const one = () => 1;\n');
    expect(await decideIteration(context, measured)).toEqual({ go: null });
    expect(journal.phase()).toBe('RED');
    expect(ledger.records.map(({ type }) => type)).toEqual(['run.started', 'work.committed', 'iteration.decided']);
    const { held } = journal.state();
    expect(held?.decision.gate_1.unmet.map(({ clause }) => clause)).toEqual(['tree_stable == true']);
    expect(textsOf(held?.record.findings)).toEqual([
      'The sources changed while they were measured: src/one.js. Stop the background process that writes them. If the suite itself writes them, add them to .gitignore. If git tracks them, report BLOCKED: an operator can add them to tests.writes.',
    ]);
    expect(await git(folder, 'log', '--format=%s', '-1', 'dualgate/spec')).toMatch(/^START: /);
  });

  test('is identical when it is made again after a crash', async () => {
    const { context, folder, ledger, journal, measured } = await aMeasuredIteration();
    await decideIteration(context, measured);
    const made = await git(folder, 'rev-parse', 'dualgate/spec');
    await git(folder, 'update-ref', 'refs/heads/dualgate/spec', 'dualgate/spec^');
    const before = ledger.records.slice(0, -1);
    const machine = createTddMachine(context.config).provide(bindGates(context.config));
    const again = openJournal({
      machine,
      phases: context.config.phases.map(({ phase }) => phase),
      ledger: () => createMemoryLedger({ now: () => new Date() }),
      past: foldLedger(
        context.config.phases.map(({ phase }) => phase),
        before,
      ),
      onRecord: () => {},
    });
    expect(again.uncommitted()?.seq).toBe(2);
    await makeCommit({ config: context.config, journal: again, emit: () => {} }, 'later');
    expect(await git(folder, 'rev-parse', 'dualgate/spec')).toBe(made);
    expect(again.uncommitted()).toBeNull();
    expect(journal.uncommitted()).toBeNull();
  });
});
