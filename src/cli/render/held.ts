/**
 * Why the phase is held, for people; pure.
 *
 * @module
 */
import { MISSING_SIGNAL, PREMATURE_SIGNAL } from '../../../gates/gate-warnings.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { isAbout } from '../../findings/is-about.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { plain } from './text/paint.ts';

/** The result of the gates, in words that need no other knowledge. The ledger has the warning of spec 001, word for word. */
export const renderReason = (reason: string): string => MEANINGS.get(reason) ?? plain(reason);

const MEANINGS: ReadonlyMap<string, string> = new Map([
  [PREMATURE_SIGNAL, 'the agent says it is done, but the measurements do not confirm it'],
  [MISSING_SIGNAL, 'the measurements allow an exit, but the agent does not say it is done'],
]);

/** The findings say in words what to do; the clauses repeat it in numbers, so they come second, under a title. */
export const renderCauses = ({ findings, unmet }: Causes): readonly string[] => [
  ...renderFindings(findings),
  ...(findings.length > 0 && unmet.length > 0 ? ['  conditions not met:'] : []),
  ...unmet.map((clause) => `  - ${plain(clause)}`),
];

type Causes = Pick<RunEvent & { readonly type: 'phase.held' }, 'findings' | 'unmet'>;

/** A changed frozen file is often the cause of the others, so it comes first. */
export const renderFindings = (findings: Causes['findings']): readonly string[] => {
  const isCause = (each: Causes['findings'][number]) => isAbout(each, 'tampering');
  return [...findings.filter(isCause), ...findings.filter((each) => !isCause(each))].map(
    ({ text }) => `  ! ${plain(text)}`,
  );
};

/** The reason and its causes. @param said - why the run ended; it is not printed twice */
export const renderHeld = ({ held, phase }: Pick<RunStatus, 'held' | 'phase'>, said = ''): readonly string[] =>
  held === null || phase === null
    ? []
    : [
        `why ${phase} is held:${said.includes(held.reason) ? '' : ` ${renderReason(held.reason)}`}`,
        ...renderCauses(held),
      ];
