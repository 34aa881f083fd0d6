/**
 * The last lines of the agent that works now, its silence, and a link to all that it printed.
 *
 * @module
 */
import { saySilence } from '../model/live/agent-lines.ts';
import type { RunView } from '../model/run-view.ts';
import type { Live } from '../../view/live.ts';
import type { PageAgent } from '../page-transcript.ts';
import { TRANSCRIPT } from './iteration/transcript-section.tsx';

interface AgentLinesProps {
  readonly agent: PageAgent;
  readonly step: RunView['step'];
  readonly live: Live | null;
  readonly now: number;
  readonly openTranscript: () => void;
}

export const AgentLines = ({ agent, step, live, now, openTranscript }: AgentLinesProps) => {
  const silence = saySilence(agent, { step, live }, now);
  return (
    <figure class="now-agent">
      <figcaption class="muted">
        The agent’s last lines{silence === '' ? '' : `: ${silence}`}
        {' · '}
        <a
          href={`#${TRANSCRIPT}`}
          onClick={(event) => {
            event.preventDefault();
            openTranscript();
          }}
        >
          the whole transcript
        </a>
      </figcaption>
      {agent.lines.length > 0 && (
        <pre class="now-lines">
          {agent.lines.map((line, at) => (
            <span key={at}>
              <bdi>{line}</bdi>
            </span>
          ))}
        </pre>
      )}
    </figure>
  );
};
