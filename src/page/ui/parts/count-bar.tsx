/**
 * The counts of a test run as a small bar, and in words for those who do not see it.
 *
 * @module
 */
import type { Counts } from '../../../view/iteration-rows.ts';

export const CountBar = ({ counts }: { readonly counts: Counts | null }) => {
  if (counts === null) return <span class="count-bar" />;
  const { passing, failing, skipped } = counts;
  const total = passing + failing + skipped;
  const share = (count: number): number => (total === 0 ? 0 : (count / total) * 100);
  const said = `${passing} passing, ${failing} failing${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  return (
    <span class="count-bar" title={said}>
      <span class="hidden">{said}</span>
      <span aria-hidden="true">
        {passing}/{total}
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bars-all" width={100} height={6} />
        <rect class="fill-passing" width={share(passing)} height={6} />
        <rect class="fill-failing" x={share(passing)} width={share(failing)} height={6} />
        <rect class="fill-skipped" x={share(passing + failing)} width={share(skipped)} height={6} />
      </svg>
    </span>
  );
};
