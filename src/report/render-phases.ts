/**
 * The table of phases of a report, as Markdown. Pure.
 *
 * @module
 */
import { quoteInCell } from '../markdown/quote.ts';
import { renderDuration, renderUsage } from './amounts.ts';
import type { PhaseReport, Report, Tally } from './report.ts';
import { titled } from './titled.ts';

/** Clauses in one cell. */
const MAX_HELD = 3;

export const renderPhaseTable = ({ phases, usage }: Report, level: number): readonly string[] => {
  const used = usage === null ? [] : ['used'];
  const head = ['phase', 'how it ended', 'iterations', 'void', 'agent', 'tests', ...used, 'held by, how often'];
  const rows = phases.map((phase) => [
    quoteInCell(phase.phase, 40),
    OUTCOMES[phase.outcome],
    ...(phase.outcome === 'ahead'
      ? ['', '', '', '', ...used.map(() => ''), '']
      : [
          String(phase.iterations),
          String(phase.void_attempts),
          renderDuration(phase.agent_ms),
          renderDuration(phase.tests_ms),
          ...used.map(() => (phase.usage === null ? '' : renderUsage(phase.usage))),
          renderHeld(phase.held),
        ]),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return titled(level, 'Phases', rows.length === 0 ? [] : lines);
};

const OUTCOMES: Readonly<Record<PhaseReport['outcome'], string>> = {
  left: 'left by both gates',
  forced: '**forced**',
  open: 'not left',
  ahead: 'not begun',
};

const renderHeld = (held: readonly Tally[]): string => {
  const shown = held.slice(0, MAX_HELD).map(({ text, count }) => `${quoteInCell(text, 60)} ${count}×`);
  const rest = held.length - MAX_HELD;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
};
