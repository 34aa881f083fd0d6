/**
 * A command to type, with a button that copies it.
 *
 * @module
 */
import { useRef, useState } from 'preact/hooks';
import type { NextStep } from '../../../view/steps-after-hold.ts';

export const CommandLine = ({ step: { command, what } }: { readonly step: NextStep }) => {
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (): Promise<void> => setCopied((await copyText(command, text.current)) ? command : null);
  return (
    <p class="command-line">
      <code ref={text}>
        <bdi>{command}</bdi>
      </code>
      <button type="button" class="link-button copy" aria-label={`Copy ${command}`} onClick={() => void copy()}>
        {copied === command ? 'Copied' : 'Copy'}
      </button>
      <span class="command-what muted">{what}</span>
    </p>
  );
};

/** A file has no clipboard in some browsers: there the text is selected. */
const copyText = async (command: string, place: HTMLElement | null): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(command);
    return true;
  } catch {
    if (place !== null) getSelection()?.selectAllChildren(place);
    return false;
  }
};
