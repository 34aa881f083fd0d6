/**
 * `dualgate verify`: is the ledger as it was written, and do the commits of the run say the same?
 *
 * @module
 */
import {
  anchorFolder,
  listRuns,
  readAnchor,
  readCurrentRun,
  RunError,
  runFolders,
  verifyCommits,
  verifyLedger,
} from '../../index.ts';
import { CONFIG_OPTION, type Command } from '../command.ts';
import { type CommandIo, EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { renderVerification } from '../render/verification.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const verifyCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    all: { type: 'boolean', help: 'every run of the workspace' },
    json: { type: 'boolean', help: 'print one JSON object a run' },
  },
  notes: ['Of a run that makes commits: these too, their branch, and the notes on them, against the records.'],
  exits: { 0: 'nothing is wrong', 1: 'something is' },
  run: async (values, [operand], io) => {
    const { folder } = openConfig(values, io);
    if (values['all'] === true && operand !== undefined) throw new UsageError("Give RUN or '--all', not both");
    const runs = values['all'] === true ? listRuns(folder) : [parseRunId(operand) ?? readCurrentRun(folder)];
    const [first = null] = runs;
    if (first === null)
      throw new RunError(`Cannot verify: no run was begun in ${folder}. Begin one with dualgate run.`);
    let holds = true;
    for (const run of runs) {
      const { ok, ...found } = await verify(folder, run ?? first, io);
      io.print(values['json'] === true ? JSON.stringify({ ...found.told, ok }) : found.rendered);
      holds &&= ok;
    }
    return holds ? EXIT.ok : EXIT.no;
  },
};

const verify = async (folder: string, run: string, { env }: Pick<CommandIo, 'env'>) => {
  const { ledger } = runFolders(folder, run);
  const verification = await verifyLedger(ledger, readAnchor(anchorFolder(env), run));
  const commits = verification.ok ? await verifyCommits(folder, ledger) : null;
  return {
    ok: verification.ok && (commits === null || commits.problems.length === 0),
    told: { run, ledger, ...verification, commits },
    rendered: renderVerification(run, verification, commits),
  };
};
