/**
 * `dualgate inspect`: the page of a run that is active, or of one that has ended.
 *
 * @module
 */
import { findDefaultRun } from '../../operator/choose-run.ts';
import { noRunStarted } from '../../records/run-error.ts';
import { followRun } from '../../work/follow-run.ts';
import { type Inspector, serveInspector } from '../../inspector/server/serve-inspector.ts';
import { readRunSummary } from '../../view/read-run.ts';
import { openItems } from '../../work-items/open-items.ts';
import type { Config } from '../../config/shape-config.ts';
import type { Command } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openOwnConfig } from '../open-config.ts';
import { operatorName } from '../operator-name.ts';
import { createResumption } from '../watch/resume-on-page.ts';
import { readRunOption } from '../run-id.ts';
import { readPort } from '../watch/with-inspector.ts';

export const inspectCommand: Command = {
  run: async (values, _operands, io) => {
    const port = readPort(values);
    const own = openOwnConfig(values, io);
    const given = await readRunOption(values, io);
    const place = await followRun(own, given);
    const run = given ?? findDefaultRun(place);
    // Without a run, the page shows the work items.
    if (run === null && !(await hasItems(own, io))) throw noRunStarted(place.folder);
    // A ledger that does not verify is not shown; the error is printed here.
    if (given !== undefined) await readRunSummary(place, run);
    let receive: Inspector['receive'] = () => {};
    const resumption = createResumption((event) => receive(event), io);
    const by = operatorName();
    const inspector = await serveInspector({ config: own, port, by, resume: resumption.resume });
    ({ receive } = inspector);
    const url = run === null ? inspector.url : `${inspector.url}&run=${run}`;
    io.print(values['json'] === true ? JSON.stringify({ v: 1, url, run }) : url);
    if (values['json'] !== true) io.complain('Open it in a browser. Ctrl+C ends the server.');
    await new Promise<void>((resolve) => {
      io.onInterrupt((signal) => resumption.receive(signal) || resolve());
      resumption.onEnd(resolve);
    });
    await inspector.close();
    return EXIT.ok;
  },
};

const hasItems = async (config: Config, { env }: CommandIo): Promise<boolean> => {
  const { store } = await openItems({ config, env });
  return (await store.names()).length > 0;
};
