/** The task list of a run: the state of each task, and a link to its run. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type TaskRow, countItems, describeNone, listItemRows, countTasks, listTaskRows } from '../model/task-rows.ts';
import type { PageRun, PageItems, PageList } from '../page-data.ts';
import { useOverflow } from './hooks.ts';
import { Chip, Panel } from './parts.tsx';
import { STATUSES } from '../model/status-labels.ts';

/** The run that is shown, and those that can be. */
interface RunChoice {
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
  readonly children?: ComponentChildren;
}

const RowPanel = ({ id, title, aside, label, rows, why, run, runs, choose, children }: RowPanelProps) => {
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

interface ItemListProps extends RunChoice {
  readonly items: PageItems;
}

/** The work items of the workspace: the phase of each, the holder of its lease, and a link to its run. */
export const ItemList = ({ items, ...choice }: ItemListProps) => (
  <RowPanel
    {...choice}
    id="items"
    title="Work items"
    aside={<span class="count-done">{countItems(items)}</span>}
    label="Work items of the workspace"
    rows={listItemRows(items)}
    why={describeNone(items)}
  />
);

interface TaskListProps extends RunChoice {
  readonly list: PageList;
}

export const TaskList = ({ list, ...choice }: TaskListProps) => (
  <RowPanel
    {...choice}
    id="tasks"
    title="Task list"
    aside={
      <>
        <span class="count-done">{countTasks(list)}</span>
        <Chip shown={STATUSES[list.status]} />
      </>
    }
    label="Tasks of the list"
    rows={listTaskRows(list)}
    why={list.why}
  >
    {list.done_before.length > 0 && (
      <p class="tasks-foot muted">
        done before: <bdi>{list.done_before.join(', ')}</bdi>
      </p>
    )}
  </RowPanel>
);
