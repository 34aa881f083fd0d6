/**
 * `dualgate verify`: is the ledger as it was written, and do the commits of the run say the same?
 *
 * @module
 */
import {
  anchorFolder,
  readAnchor,
  readCurrentRun,
  RunError,
  runFolders,
  verifyCommits,
  verifyLedger,
} from '../../index.ts';
import { CONFIG_OPTION, type Command, JSON_OPTION } from '../command.ts';
import { EXIT } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { renderVerification } from '../render/verification.ts';
import { parseRunId } from '../run-id.ts';

export const verifyCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...CONFIG_OPTION, ...JSON_OPTION },
  notes: ['Of a run that makes commits: these too, their branch, and the notes on them, against the records.'],
  exits: { 0: 'nothing is wrong', 1: 'something is' },
  run: async (values, [operand], io) => {
    const config = openConfig(values, io);
    const run = parseRunId(operand) ?? readCurrentRun(config.folder);
    if (run === null)
      throw new RunError(`Cannot verify: no run was begun in ${config.folder}. Begin one with dualgate run.`);
    const { ledger } = runFolders(config.folder, run);
    const verification = await verifyLedger(ledger, readAnchor(anchorFolder(io.env), run));
    const commits = verification.ok ? await verifyCommits(config.folder, ledger) : null;
    const ok = verification.ok && (commits === null || commits.problems.length === 0);
    io.print(
      values['json'] === true
        ? JSON.stringify({ run, ledger, ...verification, ok, commits })
        : renderVerification(run, verification, commits),
    );
    return ok ? EXIT.ok : EXIT.no;
  },
};
