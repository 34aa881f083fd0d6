/**
 * One gate: satisfied or not, and each clause with the measured value. Satisfied clauses of the floor are collapsed.
 *
 * @module
 */
import type { ComponentChildren } from 'preact';
import type { ClauseStatus } from '../../../../gates/list-clauses.ts';
import { showCount } from '../../../text/amounts.ts';
import { type GateView, showValues } from '../../model/clauses.ts';
import { Check, Chip } from '../parts/chip.tsx';

interface GateCardProps {
  readonly name: string;
  readonly what: string;
  readonly gate: GateView;
  readonly children?: ComponentChildren;
}

const OPEN = { sign: '✓', word: 'satisfied', tone: 'good' } as const;
const SHUT = { sign: '✗', word: 'not satisfied', tone: 'bad' } as const;

export const GateCard = ({ name, what, gate, children }: GateCardProps) => {
  const isFolded = ({ met, rule }: ClauseStatus): boolean => met && rule !== null;
  const folded = gate.clauses.filter(isFolded);
  return (
    <section class={`gate gate-${gate.satisfied ? 'open' : 'shut'}`} aria-label={name}>
      <header>
        <h3>
          {name} <span class="muted">{what}</span>
        </h3>
        <Chip shown={gate.satisfied ? OPEN : SHUT} />
      </header>
      <Clauses clauses={gate.clauses.filter((each) => !isFolded(each))} />
      {folded.length > 0 && (
        <details>
          <summary>{showCount(folded.length, 'clause')} of the floor met</summary>
          <Clauses clauses={folded} />
        </details>
      )}
      {children}
    </section>
  );
};

const Clauses = ({ clauses }: { readonly clauses: readonly ClauseStatus[] }) => (
  <ul class="clauses">
    {clauses.map((each) => (
      <li key={`${each.rule} ${each.clause}`} class={each.met ? 'clause' : 'clause clause-unmet'}>
        <Check met={each.met} />
        <code>
          <bdi>{each.clause}</bdi>
        </code>
        {each.rule !== null && (
          <span class="rule" title={`The floor, rule ${each.rule}: always required`}>
            {each.rule}
          </span>
        )}
        <span class="value">
          <bdi>{each.because ?? showValues(each.values)}</bdi>
        </span>
      </li>
    ))}
  </ul>
);
