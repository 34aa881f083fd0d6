/** The table of a page of runners: how todo, skipped, nested and flaky tests are reported. */
import { type Fact, KINDS, type RunnerStates } from '../runners/runner-states.ts';

export const renderRunnerStates = (all: readonly RunnerStates[]): string =>
  [
    '| runner | todo, expected to fail | skip | nested | failing hook | flaky |',
    '| --- | --- | --- | --- | --- | --- |',
    ...all.map((states) => {
      const cells = KINDS.map((kind) => renderCell(states[kind]));
      return `| \`${states.runner}\` | ${cells.join(' | ')} |`;
    }),
  ].join('\n');

/** Facts with one result stand together. */
const renderCell = (facts: readonly Fact[]): string =>
  [...new Set(facts.map(({ gives }) => gives))]
    .map((gives) => {
      const codes = facts.filter((fact) => fact.gives === gives).map(({ code }) => `\`${code}\``);
      return `${codes.join(', ')}: ${gives}`;
    })
    .join('; ') || '–';
