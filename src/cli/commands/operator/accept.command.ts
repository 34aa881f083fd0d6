/** `dualgate accept`: an operator lists the changes to frozen files, or accepts them. */
import { resolve } from 'node:path';
import { type Changes, describeAcceptance, findChanges } from '../../../run/operator/accept-config.ts';
import { renderAcceptance } from '../../../evidence/propose-writes.ts';
import { type Command, type Values, UsageError } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { operatorName, readReason } from '../../watch/options-of-run.ts';
import { type CommandIo, EXIT } from '../../terminal/io.ts';
import { openConfigOf } from '../../open-config.ts';
import { readRunOption } from '../../run-id.ts';
import { joinPlain } from '../../render/paint.ts';

export const acceptCommand: Command = {
  run: async (values, operands, io) => {
    const chooses = operands.length > 0 || ['tests', 'writes', 'all'].some((name) => values[name] === true);
    return chooses ? accept(values, operands, io) : list(values, io);
  },
};

const accept = async (values: Values, operands: readonly string[], io: CommandIo): Promise<number> => {
  const reason = readReason(values);
  const named = await readRunOption(values, io);
  const config = await openConfigOf(named, values, io);
  const run = runFor(config, named);
  const { all = false, tests = all } = values;
  const changes = await findChanges(config, run);
  const areGlobs = values['writes'] === true;
  if (areGlobs && operands.length === 0)
    throw new UsageError("Option '--writes' needs a glob. dualgate accept lists the globs to choose from");
  const chosen = {
    paths: [...(areGlobs ? [] : operands.map((file) => resolve(io.cwd, file))), ...(all ? listed(changes) : [])],
    tests: tests === true ? changes.tests : [],
    writes: areGlobs ? operands : [],
  };
  const command = await describeAcceptance(config, chosen, { by: operatorName(), reason });
  return giveOperatorCommand({ config, run, command }, values, io);
};

const listed = ({ files }: Changes): readonly string[] =>
  files.filter(({ renamed_to: place }) => place === undefined).map(({ path }) => path);

const list = async (values: Values, io: CommandIo): Promise<number> => {
  const named = await readRunOption(values, io);
  const config = await openConfigOf(named, values, io);
  const run = runFor(config, named);
  const changes = await findChanges(config, run);
  io.print(values['json'] === true ? JSON.stringify({ run, ...changes }) : renderChanges(run, changes));
  return EXIT.ok;
};

export const renderChanges = (run: string, { files, tests, writes }: Changes): string =>
  joinPlain(
    files.length + tests.length + writes.length === 0
      ? [`No frozen file of ${run} has changed.`]
      : [
          ...(files.length + tests.length === 0 ? [] : [`Changes to the frozen files of ${run}:`]),
          ...files.map(renderChange),
          ...tests.map((id) => `  missing   ${id}`),
          ...(writes.length === 0 ? [] : ['Sources that each test run writes:']),
          ...writes.map((glob) => `  written   ${glob}`),
          'Next:',
          ...(files.length + tests.length === 0
            ? []
            : ['  dualgate accept FILE -m "why"     accept a file as it is; recorded in the ledger']),
          ...(tests.length === 0 ? [] : ['  dualgate accept --tests -m "why"  accept the missing tests']),
          ...(writes.length === 0
            ? []
            : [`  ${renderAcceptance(writes)}  does not count as a source for the rest of this run`]),
        ],
  );

const renderChange = ({ path, what, renamed_to: place }: Changes['files'][number]): string =>
  place === undefined
    ? `  ${what.padEnd(WIDTH)}  ${path}`
    : `  ${'renamed'.padEnd(WIDTH)}  ${path}, to ${place}: needs no approval once its tests are reported from there`;

const WIDTH = 'appeared'.length;
