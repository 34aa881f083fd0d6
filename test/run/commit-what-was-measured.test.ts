import { textsOf } from '../findings/a-finding.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { EMPTY_INVENTORY } from '../../src/evidence/inventory.ts';
import { takeFingerprint } from '../../src/sources/fingerprint.ts';
import { createMemoryLedger } from '../../src/ledger/ledger.ts';
import { makeCommit } from '../../src/loop/steps/commit.ts';
import { decideIteration } from '../../src/loop/steps/decide.ts';
import { foldRecords } from '../../src/records/fold/fold-records.ts';
import { openJournal } from '../../src/records/journal.ts';
import type { RunNews } from '../../src/records/run-events.ts';
import type { RunSite } from '../../src/loop/run-site.ts';
import { git, hasGit, write } from '../evidence/a-repository.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aMeasured } from '../loop/a-measured.ts';
import { aCommittingWorkspace } from './a-committing-workspace.ts';

/** A run that has its first commit, and an iteration of RED that was measured and not yet decided. */
const aMeasuredIteration = async () => {
  const { config, folder } = await aCommittingWorkspace();
  const now = () => new Date('2026-01-13T10:30:00Z');
  const ledger = createMemoryLedger({ now });
  const news: RunNews[] = [];
  const journal = openJournal({
    machine: createTddMachine(config).provide(bindGates(config)),
    phases: config.phases.map(({ phase }) => phase),
    ledger: () => ledger,
    onRecord: () => {},
    announce: (event) => news.push(event),
  });
  const base = await git(folder, 'rev-parse', 'HEAD');
  journal.write('run.started', {
    run: 'a-run',
    config: {},
    config_hash: 'c'.repeat(64),
    inventory: EMPTY_INVENTORY,
    frozen: {},
    criteria: 1,
    criterion_ids: [],
    tree: 'd'.repeat(64),
    head: base,
    versions: { dualgate: '0', node: '0' },
    branch: {
      name: 'dualgate/spec',
      base,
      tree: await git(folder, 'rev-parse', 'HEAD^{tree}'),
      git_dir: '.git',
      author: { name: 'Bea', email: 'bea@example.org' },
    },
  });
  const announce = (event: RunNews) => news.push(event);
  await makeCommit({ config, journal, announce }, 'live');
  await write(folder, { 'src/one.js': 'export const one = () => 0;\n' });
  const last = await takeFingerprint(folder, { writes: [] });
  const exit = { frozen: {}, tests: [], failing: [], tree: last.tree };
  const measured = aMeasured(anIteration('RED'), { exit, last });
  const site = { run: 'a-run', config, gates: compileGates(config), journal, announce, until: null };
  return { site: site as unknown as RunSite, folder, ledger, journal, measured };
};

describe.skipIf(!hasGit)('what is committed (needs git)', () => {
  test('is what was measured, under a record that names its tree', async () => {
    const { site, folder, ledger, measured } = await aMeasuredIteration();
    expect(await decideIteration(site, measured)).toEqual({ go: null });
    expect(ledger.records.map(({ type }) => type)).toEqual([
      'run.started',
      'work.committed',
      'iteration.decided',
      'phase.left',
      'work.committed',
    ]);
    expect(Reflect.get(Object(ledger.records[2]?.data['exit']), 'git_tree')).toBe(
      await git(folder, 'rev-parse', 'dualgate/spec^{tree}'),
    );
    expect(await git(folder, 'show', 'dualgate/spec:src/one.js')).toBe('export const one = () => 0;');
  });

  test('holds the phase when a file moved after the last look, and names it; nothing is committed', async () => {
    const { site, folder, ledger, journal, measured } = await aMeasuredIteration();
    writeFileSync(join(folder, 'src/one.js'), 'export const one = () => 1;\n');
    expect(await decideIteration(site, measured)).toEqual({ go: null });
    expect(journal.phase()).toBe('RED');
    expect(ledger.records.map(({ type }) => type)).toEqual(['run.started', 'work.committed', 'iteration.decided']);
    const { held } = journal.state();
    expect(held?.decision.gate_1.unmet.map(({ clause }) => clause)).toEqual(['tree_stable == true']);
    expect(textsOf(held?.record.findings)).toEqual([
      'The sources moved while they were measured: src/one.js. Stop what writes them in the background; what the suite writes for itself belongs into .gitignore or tests.writes.',
    ]);
    expect(await git(folder, 'log', '--format=%s', '-1', 'dualgate/spec')).toMatch(/^START: /);
  });

  test('is the same to the last bit when it is made again after a crash', async () => {
    const { site, folder, ledger, journal, measured } = await aMeasuredIteration();
    await decideIteration(site, measured);
    const made = await git(folder, 'rev-parse', 'dualgate/spec');
    await git(folder, 'update-ref', 'refs/heads/dualgate/spec', 'dualgate/spec^');
    const before = ledger.records.slice(0, -1);
    const machine = createTddMachine(site.config).provide(bindGates(site.config));
    const again = openJournal({
      machine,
      phases: site.config.phases.map(({ phase }) => phase),
      ledger: () => createMemoryLedger({ now: () => new Date() }),
      past: foldRecords(machine, before),
      onRecord: () => {},
    });
    expect(again.uncommitted()?.seq).toBe(2);
    await makeCommit({ config: site.config, journal: again, announce: () => {} }, 'later');
    expect(await git(folder, 'rev-parse', 'dualgate/spec')).toBe(made);
    expect(again.uncommitted()).toBeNull();
    expect(journal.uncommitted()).toBeNull();
  });
});
