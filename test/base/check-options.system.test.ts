import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createBudget,
  createRun,
  createWorkList,
  drawSvg,
  measure,
  parseConfig,
  pictureOf,
  prove,
  readConfig,
  readReport,
  readRun,
  renderMermaid,
  sendOperatorCommand,
  serveInspector,
  verifyLedger,
  watchRun,
} from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const aConfig = () => {
  const text = JSON.stringify({
    work: { spec: 'spec.md' },
    agent: { command: 'true' },
    tests: { command: 'node --test' },
  });
  return parseConfig(text, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
};

/** The functions as a program without types calls them. */
const CALLS: Readonly<Record<string, (options: object) => unknown>> = {
  createRun: (options) => createRun(options as Parameters<typeof createRun>[0]),
  createWorkList: (options) => createWorkList(options as Parameters<typeof createWorkList>[0]),
  createBudget: (options) => createBudget(options),
  measure: (options) => measure(aConfig(), options),
  readConfig: (options) => readConfig(options),
  parseConfig: (options) => parseConfig('', options as Parameters<typeof parseConfig>[1]),
  sendOperatorCommand: (options) => sendOperatorCommand(options as Parameters<typeof sendOperatorCommand>[0]),
  serveInspector: (options) => serveInspector(options as Parameters<typeof serveInspector>[0]),
  watchRun: (options) => watchRun(options as Parameters<typeof watchRun>[0]).next(),
  prove: (options) => prove(options as Parameters<typeof prove>[0]),
  readReport: (options) => readReport(options as Parameters<typeof readReport>[0]),
  drawSvg: (options) => drawSvg(pictureOf(aConfig()), options),
  renderMermaid: (options) => renderMermaid(aConfig(), options),
};

const failureOf = async (place: string, options: object): Promise<unknown> => {
  try {
    await CALLS[place]?.(options);
  } catch (error) {
    return error;
  }
  throw new Error(`${place} took these options`);
};

describe('an exported function', () => {
  test.each(Object.keys(CALLS))('%s refuses an option that it does not know, by name and place', async (place) => {
    const needed = {
      config: aConfig(),
      workspace: folder,
      run: 'one',
      command: {},
      path: folder,
      readFile: () => '',
      folder,
      of: 'HEAD',
      ledger: folder,
    };
    const known = Object.entries(needed).filter(([name]) => DOES_NEED[place]?.includes(name));
    expect(await failureOf(place, { ...Object.fromEntries(known), untill: 'RED' })).toMatchObject({
      name: 'OptionError',
      code: 'E_OPTION',
      place,
      option: 'untill',
      message: expect.stringMatching(new RegExp(`^Cannot call ${place} with the option untill: it is unknown. Use `)),
    });
  });

  test.each([
    ['createRun', { config: 'dualgate.yaml' }, 'config', 'a config of readConfig or parseConfig'],
    ['createRun', {}, 'config', 'a config of readConfig or parseConfig'],
    ['createRun', { config: aConfig(), id: '../../x' }, 'id', 'the id of a run: letters, digits and dashes'],
    ['createRun', { config: aConfig(), id: '' }, 'id', 'the id of a run: letters, digits and dashes'],
    ['createRun', { config: aConfig(), id: 'a/b' }, 'id', 'the id of a run: letters, digits and dashes'],
    ['createRun', { config: aConfig(), resume: '../x' }, 'resume', 'the id of a run: letters, digits and dashes'],
    ['createRun', { config: aConfig(), budget: { max_turns: 5 } }, 'budget', 'a budget of createBudget'],
    ['createRun', { config: aConfig(), onEvent: 'x' }, 'onEvent', 'a function'],
    ['createRun', { config: aConfig(), agent: 'claude' }, 'agent', 'a function'],
    ['measure', { signal: 'yes' }, 'signal', 'true, false, { text } or { file }'],
    ['measure', { frozen: [] }, 'frozen', 'the frozen files that a measurement returned'],
    ['createBudget', { cost: -1 }, 'cost', 'a number of 0 or more, or null'],
    ['createBudget', { tokens: '5' }, 'tokens', 'a number of 0 or more, or null'],
    ['serveInspector', { config: aConfig(), port: 70_000 }, 'port', 'a whole number from 0 to 65535'],
    ['prove', { folder, of: 1 }, 'of', 'a text'],
    ['prove', { folder, base: 'a' }, 'head', 'a text'],
    ['prove', { folder, merged: 'a', listLedgerOf: 'x' }, 'listLedgerOf', 'a function'],
    ['prove', { folder }, 'of', 'a text'],
    ['drawSvg', { theme: 'blue' }, 'theme', 'auto, light or dark'],
    ['renderMermaid', { forced: 'RED' }, 'forced', 'a list of texts'],
    ['readReport', { run: '../x', ledger: folder }, 'run', 'the id of a run: letters, digits and dashes'],
    ['watchRun', { workspace: folder, run: '../x' }, 'run', 'the id of a run: letters, digits and dashes'],
  ])('%s refuses %j', async (place, options, option, wanted) => {
    expect(await failureOf(place, options)).toMatchObject({
      name: 'OptionError',
      place,
      option,
      message: expect.stringMatching(new RegExp(`${option}.*it has to be ${wanted.replaceAll(/[{}.]/g, '\\$&')}\\.$`)),
    });
  });

  test('refuses the id of a run elsewhere, also where it is no option', async () => {
    await expect(readRun(aConfig(), '../x')).rejects.toThrow('Cannot call readRun with this run');
  });

  test('refuses what is no config, no picture, no path and no anchor', async () => {
    expect(() => pictureOf({} as never)).toThrow('Cannot call pictureOf with this config');
    expect(() => drawSvg({} as never)).toThrow('Cannot call drawSvg with this picture');
    expect(() => renderMermaid([] as never)).toThrow('Cannot call renderMermaid with this config');
    await expect(verifyLedger(1 as never)).rejects.toThrow('Cannot call verifyLedger with this path');
    await expect(verifyLedger(folder, { seq: 1 } as never)).rejects.toThrow(
      'Cannot call verifyLedger with this anchor',
    );
  });

  test('has written nothing by then', async () => {
    await failureOf('createRun', { config: aConfig(), id: '../../x' });
    expect([existsSync(join(dirname(folder), 'x')), readdirSync(folder)]).toEqual([false, []]);
  });
});

const DOES_NEED: Readonly<Record<string, readonly string[]>> = {
  createRun: ['config'],
  createWorkList: ['config'],
  sendOperatorCommand: ['config', 'run', 'command'],
  serveInspector: ['config'],
  watchRun: ['workspace'],
  parseConfig: ['path', 'readFile'],
  prove: ['folder', 'of'],
  readReport: ['run', 'ledger'],
};
