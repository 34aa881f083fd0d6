/**
 * `dualgate inspect`: the page of a run that goes on, or of one that is over.
 *
 * @module
 */
import { chooseRun, followRun, type Inspector, readStanding, serveInspector } from '../../index.ts';
import { CONFIG_OPTION, type Command, JSON_OPTION } from '../command.ts';
import { EXIT } from '../io.ts';
import { openOwnConfig } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { createResumption } from '../resume-on-page.ts';
import { parseRunId } from '../run-id.ts';
import { PORT_OPTION, readPort } from '../with-inspector.ts';

export const inspectCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...CONFIG_OPTION, ...PORT_OPTION, ...JSON_OPTION },
  notes: [
    'Prints the address of the page and serves it, to this machine alone, until Ctrl+C. No browser is opened.',
    'Whoever has the address can look and give orders; resume goes on with a run in this very process.',
    'Without RUN: the one that goes on, else the last one; the page shows the others too.',
  ],
  exits: { 0: 'ended by Ctrl+C' },
  run: async (values, [operand], io) => {
    const port = readPort(values);
    const own = openOwnConfig(values, io);
    const given = parseRunId(operand);
    const place = await followRun(own, given);
    const run = given ?? chooseRun(place);
    // What cannot be believed is not shown, and is said here.
    if (given !== undefined) await readStanding(place, run);
    let hear: Inspector['hear'] = () => {};
    const resumption = createResumption((event) => hear(event), io);
    const by = operatorName();
    const inspector = await serveInspector({ config: own, port, by, resume: resumption.resume });
    ({ hear } = inspector);
    const url = `${inspector.url}&run=${run}`;
    io.print(values['json'] === true ? JSON.stringify({ v: 1, url, run }) : url);
    if (values['json'] !== true) io.complain('Open it in a browser. Ctrl+C ends it.');
    await new Promise<void>((resolve) => {
      io.onInterrupt((signal) => resumption.hear(signal) || resolve());
      resumption.onEnd(resolve);
    });
    await inspector.close();
    return EXIT.ok;
  },
};
