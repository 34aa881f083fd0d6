/**
 * The transcript of an iteration's last turn, with numbered lines; the line of the exit signal is marked.
 *
 * @module
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { showCount } from '../../../text/amounts.ts';
import type { NumberedLines, PageTranscript, TranscriptFile } from '../../page-transcript.ts';
import { fetchPart } from '../ask-server.ts';
import { OnDemand } from '../parts/on-demand.tsx';

interface TranscriptSectionProps {
  readonly run: string;
  /** Among the iterations of the run, from 1. */
  readonly n: number;
  readonly token: string;
}

export const TRANSCRIPT = 'transcript';

export const TranscriptSection = ({ run, n, token }: TranscriptSectionProps) => (
  <OnDemand<PageTranscript>
    id={TRANSCRIPT}
    title="Transcript"
    ask={() => fetchPart('transcript', { run, token, n: String(n) })}
  >
    {({ files }) =>
      files.length === 0 ? (
        <p>There is no transcript of this iteration: the agent printed nothing, or its file was removed.</p>
      ) : (
        files.map((file) => <Transcript key={file.name} file={file} />)
      )
    }
  </OnDemand>
);

/** Opens it from elsewhere on the page. */
export const openTranscript = (): void => {
  const details = document.getElementById(TRANSCRIPT);
  if (!(details instanceof HTMLDetailsElement)) return;
  details.open = true;
  details.scrollIntoView({ block: 'start' });
  details.querySelector('summary')?.focus();
};

const Transcript = ({ file: { name, lines, parts, signal } }: { readonly file: TranscriptFile }) => {
  const box = useRef<HTMLPreElement>(null);
  // The reader wants the signal, or the end.
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const mark = current.querySelector<HTMLElement>('mark');
    current.scrollTop =
      mark === null ? current.scrollHeight : mark.offsetTop - current.offsetTop - current.clientHeight / 3;
  }, [parts]);
  const shown = parts.reduce((sum, part) => sum + part.lines.length, 0);
  return (
    <figure>
      <figcaption>
        <bdi class="mono">{name}</bdi>{' '}
        <span class="muted">
          {shown < lines ? `${showCount(shown, 'line')} of ${lines}` : showCount(lines, 'line')}
          {signal !== null && `; the exit signal begins in line ${signal}`}
        </span>
      </figcaption>
      <pre ref={box} class="said numbered" tabIndex={0} role="region" aria-label={name}>
        {parts.map((part, at) => (
          <Lines key={part.from} part={part} signal={signal} gap={part.from - endOf(parts[at - 1])} />
        ))}
      </pre>
    </figure>
  );
};

const endOf = (part: NumberedLines | undefined): number => (part === undefined ? 1 : part.from + part.lines.length);

interface LinesProps {
  readonly part: NumberedLines;
  readonly signal: number | null;
  /** Lines that are left out before it. */
  readonly gap: number;
}

const Lines = ({ part: { from, lines }, signal, gap }: LinesProps) => (
  <>
    {gap > 0 && <span class="muted">{`… ${showCount(gap, 'line')} not shown\n`}</span>}
    {lines.map((text, at) => {
      const n = from + at;
      return n === signal ? (
        <mark key={n}>
          <Line n={n} text={text} />
          <span class="signal-mark">{'▲ the exit signal begins here\n'}</span>
        </mark>
      ) : (
        <Line key={n} n={n} text={text} />
      );
    })}
  </>
);

const Line = ({ n, text }: { readonly n: number; readonly text: string }) => (
  <>
    <span class="line-number">{n}</span>
    <bdi>{text}</bdi>
    {'\n'}
  </>
);
