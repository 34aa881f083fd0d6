/** The corpus as tables for people: each cheat, its result, and the message that names it or the remedy. */
import type { Cheat, Family } from './a-cheat.ts';
import { listTwins } from './list-twins.ts';
import { FAMILIES, LANGUAGE_FAMILIES } from './families/index.ts';
import { HONEST_ACTS, LANGUAGE_ACTS } from './acts/index.ts';
import { renderReplays } from './replays.ts';

/** Markdown, one table a family, then the open ones once more, and what is allowed. */
export const renderCheats = (): string => {
  const families = [...FAMILIES, ...LANGUAGE_FAMILIES];
  const acts = [...HONEST_ACTS, ...LANGUAGE_ACTS];
  const open = families.flatMap(({ cheats }) => cheats).filter(({ verdict }) => verdict === 'known_open');
  const found = open.filter((cheat) => 'proof' in cheat && cheat.proof === 'stops').length;
  const twins = listTwins(families).length;
  const total = families.reduce((sum, { cheats }) => sum + cheats.length, 0);
  return [
    `${twins + acts.length} honest pieces of work are tried, and a test expects each to complete: ${twins} on the projects of the cheats, and ${acts.length} acts that only look like a cheat.`,
    `${total} cheats are tried; ${total - open.length} are held and named, ${open.length} are known limitations, of which \`dualgate prove\` finds ${found}.`,
    'A cheat is held by the *gate* if a clause over the tests and files of the iteration is not met, by a *check* if the counter-check or the mutation check holds it, and by the *proof* if it completes and `dualgate prove` fails.',
    renderReplays(),
    renderRates(families),
    RATES,
    [
      '## Held by no gate and no check',
      '',
      ...open.map((cheat) => `- An agent that ${cheat.name}. ${renderCure(cheat)}.`),
    ].join('\n'),
    ...families.map(({ title, cheats }) =>
      [
        `## ${title}`,
        '',
        '| an agent that … | runner | phase | held by | named by, or closed by |',
        '| --- | --- | --- | --- | --- |',
        ...cheats.map(renderRow),
      ].join('\n'),
    ),
    ['## What is allowed', '', ...acts.map(({ name, on }) => `- An agent that ${name} (${on.runner}).`)].join('\n'),
  ].join('\n\n');
};

const RATES = 'A rate is that of the tried rows, not of a kind of cheat.';

const renderCure = (cheat: Cheat): string =>
  'closes' in cheat ? `Closed by: ${cheat.closes}; the proof ${cheat.proof}` : '';

/** Which of them holds a cheat, first. */
const HOLDERS = ['gate', 'check', 'proof', 'nothing'] as const;
type Holder = (typeof HOLDERS)[number];

const holderOf = (cheat: Cheat): Holder => {
  if (cheat.verdict === 'known_open') return cheat.proof === 'stops' ? 'proof' : 'nothing';
  return cheat.names.every((words) => CHECKED.test(words)) ? 'check' : 'gate';
};
/** The clauses and sentences of the checks that run once both gates agree on everything else. */
const CHECKED =
  /^(?:and now pass on its sources|mutants_killed_percent|code_reached_percent|suite_stands_alone|the work of this run depends|The tests are not green without|The copy has|No test reaches|guards_killed|counter_check_|Mutant survived|The tests killed)/u;

const renderRates = (families: readonly Family[]): string => {
  const row = (title: string, cheats: readonly Cheat[]): string => {
    const counts = HOLDERS.map((holder) => cheats.filter((cheat) => holderOf(cheat) === holder).length);
    const open = counts.at(-1) ?? 0;
    return `| ${[title, cheats.length, ...counts, `${Math.round((100 * (cheats.length - open)) / cheats.length)} %`].join(' | ')} |`;
  };
  return [
    `| cheats | tried | ${HOLDERS.join(' | ')} | rate |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...families.map(({ title, cheats }) => row(title, cheats)),
    row(
      '**all**',
      families.flatMap(({ cheats }) => cheats),
    ),
  ].join('\n');
};

const renderRow = (cheat: Cheat): string => {
  const end = cheat.verdict === 'held' ? cheat.names.map(code).join(', ') : `closed by: ${cheat.closes}`;
  const holder = holderOf(cheat);
  return `| ${cheat.name} | ${cheat.on.runner} | ${cheat.phase} | ${cheat.verdict === 'held' ? holder : `**${holder}**`} | ${end} |`;
};

const code = (words: string): string => `\`${words.replaceAll('|', String.raw`\|`)}\``;
