/**
 * The head of a column of numbers.
 *
 * @module
 */

interface NumberColumnProps {
  readonly title: string;
  /** Left out where the table has no room for it. */
  readonly optional?: boolean;
}

export const NumberColumn = ({ title, optional = false }: NumberColumnProps) => (
  <th scope="col" class={optional ? 'number optional' : 'number'}>
    {title}
  </th>
);
