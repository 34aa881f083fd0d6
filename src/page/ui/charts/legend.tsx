/**
 * The legend of the three fills in a chart of counts.
 *
 * @module
 */
/** @param props.looked - whether the outline of what is looked at is in the picture too */
export const Legend = ({ looked = false }: { readonly looked?: boolean }) => (
  <ul class="legend" aria-label="Legend">
    {(['passing', 'failing', 'skipped'] as const).map((name) => (
      <li key={name}>
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" rx="2" class={`fill-${name}`} />
        </svg>
        {name}
      </li>
    ))}
    {looked && (
      <li>
        <svg width="10" height="10" aria-hidden="true">
          <rect x="1" y="1" width="8" height="8" class="shown" />
        </svg>
        selected
      </li>
    )}
  </ul>
);
