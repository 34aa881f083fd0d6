/** The files that an iteration changed, each with its differences. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { showCount } from '../../../base/text/amounts.ts';
import type { NumberedLines, PageTranscript, TranscriptFile, ChangedFile, PageChanges } from '../../page-transcript.ts';
import { fetchPart } from '../use-page.ts';
import { OnDemand, Check, Chip } from '../parts.tsx';
import type { ClauseStatus } from '../../../../gates/list-clauses.ts';
import { type GateView, showValues } from '../../model/clauses.ts';

interface SectionProps {
  readonly run: string;
  /** Among the iterations of the run, from 1. */
  readonly n: number;
  readonly token: string;
}

// The transcript of an iteration's last turn, with numbered lines; the line of the exit signal is marked.

export const TRANSCRIPT = 'transcript';

export const TranscriptSection = ({ run, n, token }: SectionProps) => (
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

interface GateCardProps {
  readonly name: string;
  readonly what: string;
  readonly gate: GateView;
  readonly children?: ComponentChildren;
}

const OPEN = { sign: '✓', word: 'satisfied', tone: 'good' } as const;
const SHUT = { sign: '✗', word: 'not satisfied', tone: 'bad' } as const;

/** One gate: satisfied or not, and each clause with the measured value. Satisfied clauses of the floor are collapsed. */
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

const OPEN_FILES = 3;

export const ChangesSection = ({ run, n, token }: SectionProps) => (
  <OnDemand<PageChanges>
    id="changes"
    title="Changed files"
    ask={() => fetchPart('changes', { run, token, n: String(n) })}
  >
    {({ says, files, total }) => (
      <>
        <p class="muted">{says}</p>
        {files.map((file) => (
          <Changed key={file.path} file={file} isOpen={files.length <= OPEN_FILES} />
        ))}
        {files.length < total && <p class="muted">and {showCount(total - files.length, 'more file')}</p>}
      </>
    )}
  </OnDemand>
);

const Changed = ({
  file: { path, is, note, added, removed, lines, total },
  isOpen,
}: {
  readonly file: ChangedFile;
  readonly isOpen: boolean;
}) => (
  <details open={isOpen}>
    <summary>
      <bdi class="mono">{path}</bdi> {is}
      {lines.length > 0 && ` · ${showCount(added, 'line')} added, ${removed} removed`}
    </summary>
    {note !== '' && <p class="muted">{note}</p>}
    {lines.length > 0 && (
      <pre class="said numbered" tabIndex={0} role="region" aria-label={path}>
        {lines.map((line, at) => (
          <span key={at} class={KINDS[line.slice(0, 1)]}>
            <bdi>{line}</bdi>
            {'\n'}
          </span>
        ))}
        {total > lines.length && <span class="muted">{`… ${showCount(total - lines.length, 'line')} more\n`}</span>}
      </pre>
    )}
  </details>
);

/** The sign of each line says the same. */
const KINDS: Readonly<Record<string, string>> = { '+': 'tone-good', '-': 'tone-bad', '@': 'muted' };
