/** A preset of a program that does not exist, for what is the same with all of them: one JSON object a line. */
import type { Extracted } from '../../src/signals/envelopes/extractor.ts';
import type { Preset } from '../../src/agents/programs/preset.ts';

const NOTHING: Extracted = { said: null, usage: null, session: null, denials: [], error: null };

/** `{"say"}`, `{"usage"}`, `{"session"}`, `{"denied"}`, `{"error"}`, `{"over"}` and `{"retry"}`; it believes every claim. */
export const A_PRESET: Preset = {
  name: 'pi',
  title: 'An agent',
  program: 'an-agent',
  argv: () => [],
  state: [],
  env: {},
  createExtractor: () => {
    let told = NOTHING;
    return {
      line: (line) => {
        const event = JSON.parse(line) as Partial<Extracted> & { readonly say?: string; readonly denied?: string };
        if ('retry' in event) return 'waiting';
        if ('noise' in event) return 'none';
        const { say, denied, ...rest } = event;
        told = {
          ...told,
          ...rest,
          said: say ?? told.said,
          denials: denied === undefined ? told.denials : [...told.denials, denied],
        };
        return 'over' in event ? 'over' : 'working';
      },
      end: () => told,
    };
  },
  classify: ({ said, stderrTail }) => {
    if (stderrTail.includes('not trusted')) return { outcome: 'permission_denied', error: null };
    if (said.error?.kind === 'unauthorised' || said.error?.kind === 'rate_limited')
      return { outcome: said.error.kind, error: said.error };
    return { outcome: said.said === null ? 'empty' : 'ok', error: said.error };
  },
};

/** A line of shell that prints the events: it is there at once, where Node may take longer than an agent may be idle. */
export const printingAtOnce = (...events: readonly object[]): string =>
  `printf '%s\\n' ${events.map((event) => `'${JSON.stringify(event)}'`).join(' ')}`;

/** A script that prints the events, one a line. */
export const printing = (...events: readonly object[]): string =>
  events.map((event) => `console.log(${JSON.stringify(JSON.stringify(event))})`).join(';');
