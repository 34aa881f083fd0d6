import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/read-config/parse-config.ts';
import { readRunChart } from '../../src/view/read-run-chart.ts';
import {
  abort,
  configOf,
  halt,
  type OperatorRecord,
  recordRun,
  type RecordedRun,
  resume,
  skip,
} from '../page/graph/a-recorded-run.ts';

let laid: RecordedRun | undefined;
afterEach(() => laid?.remove());

const layOut = (...commands: readonly OperatorRecord[]): RecordedRun => (laid = recordRun('a-run', commands));
const read = ({ folder }: RecordedRun) => readRunChart(readConfig({ cwd: folder }));

describe('the chart of a run', () => {
  it.each([
    ['tdd.working.red', 'at its beginning', []],
    ['tdd.working.qa', 'after a skip', [skip('RED')]],
    ['needsHuman', 'when it is halted', [skip('RED'), halt]],
    ['tdd.working.qa', 'when it was halted and goes on', [skip('RED'), halt, resume]],
    ['tdd.working.green', 'when the phase that was halted is skipped', [skip('RED'), halt, skip('QA')]],
    ['completed', 'at its end', [skip('RED'), skip('QA'), skip('GREEN')]],
    ['tdd.aborted', 'when it was aborted', [skip('RED'), abort]],
  ] as const)('stands in %s %s', async (active, _when, commands) => {
    const { run, phases, ...rest } = await read(layOut(...commands));
    expect({ run, phases: phases.map(({ phase }) => phase), ...rest }).toEqual({
      run: 'a-run',
      phases: ['RED', 'QA', 'GREEN'],
      active,
      forced: commands.flatMap(([type, { phase }]) => (type === 'operator.skipped' ? [phase] : [])),
    });
  });

  it('is the one that the run began with, although the config was changed since', async () => {
    const run = layOut(skip('RED'));
    run.write(configOf('RED', 'GREEN', 'QA', 'MORE'));
    const { phases, active } = await read(run);
    expect(phases.map(({ phase }) => phase)).toEqual(['RED', 'QA', 'GREEN']);
    expect(active).toBe('tdd.working.qa');
  });

  it('is not shown of a changed ledger', async () => {
    const run = layOut(skip('RED'));
    writeFileSync(run.ledger, readFileSync(run.ledger, 'utf8').replace('it is done', 'it was done'));
    await expect(read(run)).rejects.toThrow(/^Cannot trust the ledger of a-run: record 1/);
  });

  it('is not shown of a missing run', async () => {
    const { folder } = layOut();
    await expect(readRunChart(readConfig({ cwd: folder }), 'another')).rejects.toThrow(
      /^Cannot find the run another: it has no ledger in /,
    );
  });
});
