/** The table of docs/how-to/cached-tests.md: how the caches of each tool are switched off, and how a replay is seen. */
import { CACHING_TOOLS, type CachingTool } from '../../src/runners/replays/caching-tools.ts';

export const renderCaches = (): string =>
  [
    '| tool | switched off by | has to say that all ran | way out of a hold |',
    '| --- | --- | --- | --- |',
    ...CACHING_TOOLS.map((tool) => {
      const confirms = tool.ran === undefined || tool.startedBy === undefined ? '' : 'yes';
      return `| ${tool.name} | ${renderSwitches(tool)} | ${confirms} | ${tool.wayOut} |`;
    }),
  ].join('\n');

const renderSwitches = ({ env = {}, flag, options, folders = [], forgets }: CachingTool): string =>
  [
    ...Object.entries(env).map(([name, value]) => (value === undefined ? `no \`${name}\`` : `\`${name}=${value}\``)),
    ...(flag === undefined ? [] : [`\`${flag.variable}\` with \`${flag.added}\``]),
    ...(options?.added ?? []).map((option) => `\`${option}\``),
    ...(forgets === undefined ? [] : [`\`${folders[0]}/*/${forgets}\` removed`]),
  ].join(', ') || 'nothing: a replay is held';
