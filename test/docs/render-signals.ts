/** The tables of docs/reference/signals.md: dialects with the block that they require, and every reason of a signal. */
import { SIGNAL_REASONS } from '../../gates/signal-reasons.ts';
import { DIALECT_NAMES, DIALECTS } from '../../src/signals/systems/dialects.ts';

/** Each dialect with what it asks for. */
export const renderDialects = (): string =>
  DIALECT_NAMES.map((name) => {
    const { template, words } = DIALECTS[name];
    return [
      `### ${name}`,
      '',
      '```text',
      ...template({ phase: 'GREEN', iteration: 7, nonce: 'n-7f3a' }),
      '```',
      '',
      `- yes: \`${words.yes}\``,
      `- no: \`${words.no}\``,
      `- a person is needed: \`${words.blocked}\``,
    ].join('\n');
  }).join('\n\n');

/** The closed list of reasons, with both sentences. */
export const renderReasons = (): string =>
  [
    '| reason | for people | for the next prompt |',
    '| --- | --- | --- |',
    ...Object.entries(SIGNAL_REASONS).map(
      ([reason, [people, agent]]) => `| \`${reason}\` | ${cell(people)} | ${cell(agent)} |`,
    ),
  ].join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|');
