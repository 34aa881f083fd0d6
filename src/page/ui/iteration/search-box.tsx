/**
 * Search over iterations and failing tests; each result leads to its iteration.
 *
 * @module
 */
import { useMemo, useState } from 'preact/hooks';
import { showCount } from '../../../text/amounts.ts';
import type { RecordGroup } from '../../model/groups.ts';
import { searchRun } from '../../model/search.ts';
import type { PageRow } from '../../page-status.ts';
import { SEARCH } from '../hooks/use-keys.ts';

interface SearchBoxProps {
  readonly iterations: readonly PageRow[];
  readonly groups: readonly RecordGroup[];
  readonly select: (n: number) => void;
}

export const SearchBox = ({ iterations, groups, select }: SearchBoxProps) => {
  const [text, setText] = useState('');
  const { found, total } = useMemo(() => searchRun(text, { iterations, groups }), [text, iterations, groups]);
  return (
    <search class="search">
      <input
        id={SEARCH}
        type="search"
        placeholder="Search"
        aria-label="Search iterations and tests"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <>
          <p class="muted" role="status">
            {total === 0 ? 'Nothing is found in the loaded iterations.' : showCount(total, 'result')}
            {found.length < total && `; the newest ${found.length}:`}
          </p>
          <ol class="found">
            {found.map(({ n, place, text: what }, at) => (
              <li key={at}>
                <button type="button" class="link-button" onClick={() => select(n)}>
                  <bdi>{place}</bdi>
                </button>{' '}
                <bdi>{what}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </search>
  );
};
