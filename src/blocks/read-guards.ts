/**
 * The criteria that an agent says already hold: `AC-2 why`, one a line (rule 2.14).
 *
 * @module
 */
import type { NamedGuard } from '../../gates/record-parts.ts';

const MAX = { guards: 20, characters: 300 } as const;

const LINE = /^(?:[-*]\s+)?GUARD:\s*(\S.*)$/;

/** A line of its message that names one. */
export const isGuardLine = (line: string): boolean => LINE.test(line);

/** @param lines - of the agent's own message */
export const readGuardLines = (lines: readonly string[]): readonly NamedGuard[] =>
  readGuards(lines.flatMap((line) => LINE.exec(line)?.[1] ?? []));

/** With or without a colon or a dash behind the id. */
export const readGuards = (lines: readonly string[]): readonly NamedGuard[] =>
  lines
    .flatMap((line) => {
      const [, id, why = ''] = /^\s*([A-Za-z][\w.-]*\d)(?:\s*[:–—-])?(?:\s+(.*))?$/.exec(line) ?? [];
      return id === undefined ? [] : [{ id, why: why.trim().slice(0, MAX.characters) }];
    })
    .slice(0, MAX.guards);
