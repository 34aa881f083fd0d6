/**
 * A panel of rows, each with a link to its run: the tasks of a list, or work items.
 *
 * @module
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { TaskRow } from '../../model/task-rows.ts';
import type { PageRun } from '../../page-data.ts';
import { useOverflow } from '../hooks/use-overflow.ts';
import { Chip } from './chip.tsx';
import { Panel } from './panel.tsx';

/** The run that is shown, and those that can be. */
export interface RunChoice {
  /** '' for none. */
  readonly run: string;
  readonly runs: readonly PageRun[];
  readonly choose: (run: string) => void;
}

interface RowPanelProps extends RunChoice {
  readonly id: string;
  readonly title: string;
  readonly aside: ComponentChildren;
  /** Names the rows for a screen reader. */
  readonly label: string;
  readonly rows: readonly TaskRow[];
  /** Above the rows; '' for nothing. */
  readonly why: string;
  /** Below the rows. */
  readonly children?: ComponentChildren;
}

export const RowPanel = ({ id, title, aside, label, rows, why, run, runs, choose, children }: RowPanelProps) => {
  const box = useRef<HTMLDivElement>(null);
  const isCut = useOverflow(box);
  // Scrolls the selected row of a long list into view.
  useEffect(() => {
    const { current } = box;
    const shown = current?.querySelector<HTMLElement>('.task-shown') ?? null;
    if (current !== null && shown !== null)
      current.scrollTop = shown.offsetTop + shown.offsetHeight / 2 - current.clientHeight / 2;
  }, [run, isCut]);
  return (
    <Panel
      id={id}
      title={title}
      aside={
        <>
          {isCut && <span>scroll it for the rest</span>}
          {aside}
        </>
      }
    >
      {why !== '' && (
        <p class="tasks-why">
          <bdi>{why}</bdi>
        </p>
      )}
      {rows.length > 0 && (
        <div class="tasks-box" ref={box} tabIndex={isCut ? 0 : undefined} role="region" aria-label={label}>
          <ol class="tasks">
            {rows.map((row) => (
              <Row
                key={row.task}
                row={row}
                isShown={row.run !== null && row.run === run}
                choose={runs.some((each) => each.run === row.run) ? choose : null}
              />
            ))}
          </ol>
        </div>
      )}
      {children}
    </Panel>
  );
};

interface RowProps {
  readonly row: TaskRow;
  readonly isShown: boolean;
  /** Null where its run cannot be looked at here. */
  readonly choose: ((run: string) => void) | null;
}

const Row = ({ row: { name, run, shown, lines }, isShown, choose }: RowProps) => (
  <li class={`task${isShown ? ' task-shown' : ''}`} aria-current={isShown ? 'true' : undefined}>
    <p class="task-head">
      {run === null || choose === null || isShown ? (
        <strong class="task-name">
          <bdi>{name}</bdi>
        </strong>
      ) : (
        <button type="button" class="link-button task-name" onClick={() => choose(run)} title="Show its run">
          <bdi>{name}</bdi>
        </button>
      )}{' '}
      <Chip shown={shown} />
    </p>
    {lines.map(({ label, text, isCode }) => (
      <p key={`${label} ${text}`} class="task-line">
        {label !== '' && <span class="muted">{label} </span>}
        {isCode ? <code>{text}</code> : <bdi>{text}</bdi>}
      </p>
    ))}
  </li>
);
