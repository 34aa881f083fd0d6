/**
 * The corpus as tables for people: each cheat, its result, and the message that names it or the remedy.
 *
 * @module
 */
import type { Cheat } from './a-cheat.ts';
import { listTwins } from './list-twins.ts';
import { FAMILIES, LANGUAGE_FAMILIES } from './families/index.ts';
import { HONEST_ACTS, LANGUAGE_ACTS } from './acts/index.ts';

/** Markdown, one table a family, then the open ones once more, and what is allowed. */
export const renderCheats = (): string => {
  const families = [...FAMILIES, ...LANGUAGE_FAMILIES];
  const acts = [...HONEST_ACTS, ...LANGUAGE_ACTS];
  const open = families.flatMap(({ cheats }) => cheats).filter(({ verdict }) => verdict === 'known_open');
  const found = open.filter((cheat) => 'proof' in cheat && cheat.proof === 'stops').length;
  const twins = listTwins(families).length;
  const total = families.reduce((sum, { cheats }) => sum + cheats.length, 0);
  return [
    `${twins + acts.length} honest pieces of work are tried, and all complete: ${twins} on the projects of the cheats, and ${acts.length} acts that only look like a cheat.`,
    `${total} cheats are tried; ${total - open.length} are held and named, ${open.length} are known limitations, of which \`dualgate prove\` finds ${found}.`,
    ...families.map(({ title, cheats }) =>
      [
        `## ${title}`,
        '',
        '| an agent that … | runner | phase | result | named by, or closed by |',
        '| --- | --- | --- | --- | --- |',
        ...cheats.map(renderRow),
      ].join('\n'),
    ),
    ['## What is allowed', '', ...acts.map(({ name, on }) => `- An agent that ${name} (${on.runner}).`)].join('\n'),
  ].join('\n\n');
};

const renderRow = (cheat: Cheat): string => {
  const end = cheat.verdict === 'held' ? cheat.names.map(code).join(', ') : `closed by: ${cheat.closes}`;
  const verdict =
    cheat.verdict === 'held'
      ? cheat.breaks === true
        ? 'held: the run crashes'
        : 'held'
      : `**known limitation**, the proof ${cheat.proof}`;
  return `| ${cheat.name} | ${cheat.on.runner} | ${cheat.phase} | ${verdict} | ${end} |`;
};

const code = (words: string): string => `\`${words.replaceAll('|', String.raw`\|`)}\``;
