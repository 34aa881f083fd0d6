/**
 * What the three fills of a chart of counts mean.
 *
 * @module
 */
export const Legend = () => (
  <ul class="legend" aria-label="Legend">
    {(['passing', 'failing', 'skipped'] as const).map((name) => (
      <li key={name}>
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" rx="2" class={`fill-${name}`} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);
