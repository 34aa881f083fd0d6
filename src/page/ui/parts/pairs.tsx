/**
 * Names and values; a row without a value is left out.
 *
 * @module
 */
interface PairsProps {
  readonly rows: readonly (readonly [name: string, text: string | null])[];
  /** The rows that are code. */
  readonly mono?: readonly string[];
}

export const Pairs = ({ rows, mono = [] }: PairsProps) => (
  <dl class="pairs">
    {rows.map(([name, text]) =>
      text === null ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi class={mono.includes(name) ? 'mono' : ''}>{text}</bdi>
          </dd>
        </div>
      ),
    )}
  </dl>
);
