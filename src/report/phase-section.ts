/**
 * The table of phases of a report. Pure.
 *
 * @module
 */
import type { Line, ReportSection } from '../page/report-section.ts';
import { renderDuration, renderUsage } from './amounts.ts';
import type { PhaseReport, Report, Tally } from './report.ts';
import { section, strong, theirs } from './words.ts';

/** Clauses in one cell. */
const MAX_HELD = 3;

export const phaseSection = ({ phases, usage }: Report): readonly ReportSection[] => {
  const used = usage === null ? [] : ['used'];
  const head = ['phase', 'how it ended', 'iterations', 'void', 'agent', 'tests', ...used, 'held by, how often'];
  const rows = phases.map((phase): readonly Line[] => [
    [theirs(phase.phase, 100)],
    [OUTCOMES[phase.outcome]],
    ...(phase.outcome === 'ahead'
      ? head.slice(2).map((): Line => [])
      : [
          [String(phase.iterations)],
          [String(phase.void_attempts)],
          [renderDuration(phase.agent_ms)],
          [renderDuration(phase.tests_ms)],
          ...used.map((): Line => (phase.usage === null ? [] : [renderUsage(phase.usage)])),
          nameHeld(phase.held),
        ]),
  ]);
  return section('Phases', { table: { head, rows } });
};

const OUTCOMES: Readonly<Record<PhaseReport['outcome'], Line[number]>> = {
  left: 'left by both gates',
  forced: strong('forced'),
  open: 'not left',
  ahead: 'not begun',
};

const nameHeld = (held: readonly Tally[]): Line => {
  const shown = held
    .slice(0, MAX_HELD)
    .flatMap(({ text, count }, n): Line => [...(n === 0 ? [] : [', ']), theirs(text, 60), ` ${count}×`]);
  const rest = held.length - MAX_HELD;
  return rest > 0 ? [...shown, `, and ${rest} more`] : shown;
};
