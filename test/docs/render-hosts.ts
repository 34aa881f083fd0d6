/** The table of the programs with hooks, and the programs of hosts that the suite runs. */
import { readFileSync } from 'node:fs';
import type { Host } from '../../src/agents/hosts/host.ts';
import { HOSTS } from '../../src/agents/hosts/hosts.ts';

export const renderHosts = (): string =>
  [
    '| program | hooks are in | holds in a row that it allows |',
    '| --- | --- | --- |',
    ...Object.values<Host>(HOSTS).map(
      ({ name, title, settings: { path, variable }, mostBlocks }) =>
        `| ${title} (\`${name}\`) | \`~/${path}\`${variable === undefined ? '' : `, or where \`${variable}\` points`} | ${mostBlocks ?? 'no limit is known'} |`,
    ),
  ].join('\n');

/** @param file - in test/agents/hosts/programs */
export const renderProgram = (file: string): string =>
  [
    `\`\`\`${file.endsWith('.ts') ? 'ts' : 'js'}`,
    readFileSync(new URL(`../agents/hosts/programs/${file}`, import.meta.url), 'utf8').trim(),
    '```',
  ].join('\n');
