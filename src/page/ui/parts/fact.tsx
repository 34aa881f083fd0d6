/**
 * A number with its name, and how much of its limit it is.
 *
 * @module
 */
interface FactProps {
  readonly name: string;
  readonly value: string;
  /** `share`: 0 to 1, or more. */
  readonly of?: { readonly limit: string; readonly share: number } | null;
  readonly title?: string;
}

export const Fact = ({ name, value, of = null, title }: FactProps) => (
  <div class="fact" title={title}>
    <dt>{name}</dt>
    <dd>
      {of === null ? (
        value
      ) : (
        <>
          <span class="whole">{value}</span> <span class="of whole">of {of.limit}</span>
        </>
      )}
      {of !== null && (
        <svg
          class={`meter${of.share > 0.85 ? ' meter-near' : ''}`}
          viewBox="0 0 100 3"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width="100" height="3" rx="1.5" class="meter-all" />
          <rect
            width={Math.min(100, Math.max(of.share > 0 ? 1.5 : 0, of.share * 100))}
            height="3"
            rx="1.5"
            class="meter-used"
          />
        </svg>
      )}
    </dd>
  </div>
);
