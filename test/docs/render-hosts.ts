/**
 * The table of the programs with hooks, from the sources.
 *
 * @module
 */
import type { Host } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';

export const renderHosts = (): string =>
  [
    '| program | hooks are in | holds in a row that it allows |',
    '| --- | --- | --- |',
    ...Object.values<Host>(HOSTS).map(
      ({ name, title, settings: { path, variable }, mostBlocks }) =>
        `| ${title} (\`${name}\`) | \`~/${path}\`${variable === undefined ? '' : `, or where \`${variable}\` points`} | ${mostBlocks ?? 'no limit is known'} |`,
    ),
  ].join('\n');
