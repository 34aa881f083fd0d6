/**
 * `dualgate accept`: an operator accepts changes of what is frozen, or looks at what there is to accept.
 *
 * @module
 */
import { resolve } from 'node:path';
import { type Changes, describeAcceptance, findChanges } from '../../operator/find-changes.ts';
import { renderAcceptance } from '../../evidence/propose-writes.ts';
import { type Command, text, type Values } from '../command.ts';
import { giveOrder, runFor } from '../give-order.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openConfigOf } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';
import { joinPlain } from '../render/text/paint.ts';

export const acceptCommand: Command = {
  run: async (values, operands, io) => {
    const chooses = operands.length > 0 || ['tests', 'writes', 'all'].some((name) => values[name] === true);
    return chooses ? accept(values, operands, io) : list(values, io);
  },
};

const accept = async (values: Values, operands: readonly string[], io: CommandIo): Promise<number> => {
  const reason = readReason(values);
  const given = text(values, 'run');
  const config = await openConfigOf(parseRunId(given), values, io);
  const run = runFor(config, given);
  const { all = false, tests = all } = values;
  const changes = await findChanges(config, run);
  const areGlobs = values['writes'] === true;
  if (areGlobs && operands.length === 0)
    throw new UsageError("Option '--writes' needs a glob; dualgate accept lists some");
  const chosen = {
    paths: [...(areGlobs ? [] : operands.map((file) => resolve(io.cwd, file))), ...(all ? listed(changes) : [])],
    tests: tests === true ? changes.tests : [],
    writes: areGlobs ? operands : [],
  };
  const order = await describeAcceptance(config, chosen, { by: operatorName(), reason });
  return giveOrder({ config, run, order }, values, io);
};

const listed = ({ files }: Changes): readonly string[] =>
  files.filter(({ renamed_to: place }) => place === undefined).map(({ path }) => path);

const list = async (values: Values, io: CommandIo): Promise<number> => {
  const given = text(values, 'run');
  const config = await openConfigOf(parseRunId(given), values, io);
  const run = runFor(config, given);
  const changes = await findChanges(config, run);
  io.print(values['json'] === true ? JSON.stringify({ run, ...changes }) : renderChanges(run, changes));
  return EXIT.ok;
};

/** @param run - its id */
export const renderChanges = (run: string, { files, tests, writes }: Changes): string =>
  joinPlain(
    files.length + tests.length + writes.length === 0
      ? [`Everything that ${run} holds fast is as it was.`]
      : [
          ...(files.length + tests.length === 0 ? [] : [`Changed of what ${run} holds fast:`]),
          ...files.map(renderChange),
          ...tests.map((id) => `  gone      ${id}`),
          ...(writes.length === 0 ? [] : ['Written by each test run, and a source all the same:']),
          ...writes.map((glob) => `  written   ${glob}`),
          'Next:',
          ...(files.length + tests.length === 0
            ? []
            : ['  dualgate accept FILE -m "why"     hold a file fast as it is; recorded for ever']),
          ...(tests.length === 0 ? [] : ['  dualgate accept --tests -m "why"  let the tests be gone']),
          ...(writes.length === 0 ? [] : [`  ${renderAcceptance(writes)}  leave it out, for the rest of this run`]),
        ],
  );

const renderChange = ({ path, what, renamed_to: place }: Changes['files'][number]): string =>
  place === undefined
    ? `  ${what.padEnd(WIDTH)}  ${path}`
    : `  ${'renamed'.padEnd(WIDTH)}  ${path}, to ${place}: no loss once its tests are reported from there`;

const WIDTH = 'appeared'.length;
