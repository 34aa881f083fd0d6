/**
 * A sign, a word and a tone: the same all over the page.
 *
 * @module
 */
import type { Shown } from '../../model/status-labels.ts';

export const Chip = ({ shown, large = false }: { readonly shown: Shown; readonly large?: boolean }) => (
  <span class={`chip tone-${shown.tone}${large ? ' chip-large' : ''}`}>
    <span class="sign" aria-hidden="true">
      {shown.sign}
    </span>
    <span class="chip-word">{shown.word}</span>
  </span>
);

/** Met or not met, as a sign that is read aloud too. */
export const Check = ({ met }: { readonly met: boolean | null }) => {
  const [sign, word, tone] =
    met === null ? ['○', 'not evaluated', 'plain'] : met ? ['✓', 'met', 'good'] : ['✗', 'not met', 'bad'];
  return (
    <span class={`check tone-${tone}`} role="img" aria-label={word} title={word}>
      {sign}
    </span>
  );
};
