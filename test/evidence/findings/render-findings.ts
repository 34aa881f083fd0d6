/** The table of docs/reference/findings.md: every kind of finding with its facts and a sample of its sentence. */
import type { Finding } from '../../../gates/iteration.ts';
import { FINDING_CODES, type FindingCode, finding } from '../../../src/evidence/findings/findings.ts';
import { SAMPLE_FACTS } from './sample-facts.ts';

/** A finding of the kind. */
export const sampleOf = (code: FindingCode): Finding => {
  const make: (code: FindingCode, facts: object) => Finding = finding as never;
  return make(code, SAMPLE_FACTS[code]);
};

export const renderFindings = (): string =>
  [
    '| code | where | values | example |',
    '| --- | --- | --- | --- |',
    ...FINDING_CODES.map((code) => {
      const { where, values, text } = sampleOf(code);
      const place = where === undefined ? '' : where.line === undefined ? 'path' : 'path, line';
      const names = Object.entries(values).map(([name, value]) => `\`${name}\` ${typeOf(value)}`);
      return `| \`${code}\` | ${place} | ${names.join(', ')} | ${text.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
    }),
  ].join('\n');

const typeOf = (value: unknown): string => (Array.isArray(value) ? '(list of strings)' : `(${typeof value})`);
