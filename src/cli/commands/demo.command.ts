/** `dualgate demo`: a complete run on a small kata, without an account. */
import { resolve } from 'node:path';
import { createRun } from '../../run/create-run.ts';
import { canCheckDiagrams } from '../../evidence/documents/check-diagrams.ts';
import { layOutDemo } from '../../doctor/lay-out-demo.ts';
import { readConfig } from '../../read-config/parse-config.ts';
import { type Command, text } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { watchRun } from '../watch/watch-run.ts';
import { joined, withInspector } from '../watch/watch-and-ask.ts';

export const demoCommand: Command = {
  run: async (values, _operands, io) => {
    const wanted = text(values, 'folder');
    const canDocument = await canCheckDiagrams();
    const folder = await layOutDemo(wanted === undefined ? null : resolve(io.cwd, wanted), canDocument);
    if (!canDocument)
      io.complain('The demo leaves DOCUMENT out: Mermaid, which checks its diagrams, is not installed.');
    const config = readConfig({ cwd: folder });
    const code = await withInspector(config, values, io, (receive) =>
      watchRun((onEvent) => createRun({ config, onEvent: joined(onEvent, receive) }), values, io),
    );
    const after = code === EXIT.ok ? farewell(folder, io.program) : [`The demo is ready: cd ${folder}`];
    if (values['json'] !== true) for (const line of after) io.print(line);
    return code;
  },
};

const farewell = (folder: string, program: string): readonly string[] => [
  '',
  'Every decision is recorded. Look around:',
  `  cd ${folder}`,
  ...inColumns([
    [`${program} explain GREEN 2`, 'why deleting the failing test did not help'],
    ['git log --stat dualgate/slugify', 'each phase is a commit'],
    [`${program} verify`, 'the ledger has not been changed'],
    [`${program} report -o run.html`, 'everything on one page, for a browser'],
    ['cat .dualgate/runs/*/phase-status.log', 'a status block for each iteration'],
  ]),
];

const inColumns = (rows: readonly (readonly [command: string, what: string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`);
};
