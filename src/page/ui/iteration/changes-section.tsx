/**
 * The files that an iteration changed, each with its differences.
 *
 * @module
 */
import { showCount } from '../../../text/amounts.ts';
import type { ChangedFile, PageChanges } from '../../page-changes.ts';
import { fetchPart } from '../ask-server.ts';
import { OnDemand } from '../parts/on-demand.tsx';

interface ChangesSectionProps {
  readonly run: string;
  /** Among the iterations of the run, from 1. */
  readonly n: number;
  readonly token: string;
}

/** As many are opened at once. */
const OPEN = 3;

export const ChangesSection = ({ run, n, token }: ChangesSectionProps) => (
  <OnDemand<PageChanges>
    id="changes"
    title="Changed files"
    ask={() => fetchPart('changes', { run, token, n: String(n) })}
  >
    {({ says, files, total }) => (
      <>
        <p class="muted">{says}</p>
        {files.map((file) => (
          <Changed key={file.path} file={file} isOpen={files.length <= OPEN} />
        ))}
        {files.length < total && <p class="muted">and {showCount(total - files.length, 'more file')}</p>}
      </>
    )}
  </OnDemand>
);

const Changed = ({ file: { path, is, note, added, removed, lines, total }, isOpen }: ChangedProps) => (
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

interface ChangedProps {
  readonly file: ChangedFile;
  readonly isOpen: boolean;
}

/** The sign of each line says the same. */
const KINDS: Readonly<Record<string, string>> = { '+': 'tone-good', '-': 'tone-bad', '@': 'muted' };
