/**
 * Reads the agent's word from what it printed, line by line and in bounded memory, the same for any chunking (RULES 3).
 * Only its stdout belongs here: stderr is never read for signals (RULES 3.3).
 *
 * @module
 */
import type { Signal } from '../../gates/iteration.ts';
import { parseBlockFields } from './block-fields.ts';
import { createBlockCollector, isMarker, type Block, type BlockCollector } from './collect-block.ts';
import { normaliseLine } from './normalise-line.ts';
import { createLinePlacer } from './place-lines.ts';
import { judgePrpBlock, noSignal, PRP_MARKERS } from './prp.dialect.ts';
import { carriesNonce, type SignalBinding } from './signal-binding.ts';
import { createLineSplitter, type Line } from './split-lines.ts';

export interface SignalReader {
  readonly write: (chunk: string) => void;
  /** The answer. What is written after it is not read. */
  readonly end: () => Signal;
}

/** A reader for one message of one iteration (RULES 3.4 to 3.9). */
export const createSignalReader = (binding: SignalBinding): SignalReader => {
  const place = createLinePlacer();
  const said = createBlockCollector(PRP_MARKERS);
  let fenced: BlockCollector | null = null;
  let lastFenced: Block | null = null;
  let shown: Signal | null = null;
  let answer: Signal | null = null;

  const take = (raw: Line): void => {
    const line = { ...raw, text: normaliseLine(raw.text, raw.number === 1) };
    const where = place(line.text);
    if (line.text !== '') lastFenced = null;
    if (where === 'said') said.read(line);
    else if (where === 'fence_opens') fenced = createBlockCollector(PRP_MARKERS);
    else if (where === 'fenced') fenced?.read(line);
    else if (where === 'fence_closes') lastFenced = fenced?.last() ?? null;
    if ((where === 'fenced' || where === 'commented') && isMarker(line, PRP_MARKERS.opens)) {
      shown = noSignal(where === 'fenced' ? 'signal_in_code_fence' : 'signal_in_comment', line.number);
    }
  };
  const lines = createLineSplitter(take);

  return {
    write: (chunk) => {
      if (answer === null) lines.write(chunk);
    },
    end: () => {
      if (answer !== null) return answer;
      lines.end();
      const deciding = lastFenced !== null && isOwnFence(lastFenced, binding) ? lastFenced : said.last();
      answer = deciding === null ? (shown ?? noSignal('signal_missing')) : judgePrpBlock(deciding, binding);
      return answer;
    },
  };
};

/** The signal of a whole message (RULES 3.4 to 3.9). */
export const readSignal = (text: string, binding: SignalBinding): Signal => {
  const reader = createSignalReader(binding);
  reader.write(text);
  return reader.end();
};

/** A fenced block at the very end is the agent's own when it carries the nonce: nobody else could have written it (RULES 3.8). */
const isOwnFence = (block: Block, binding: SignalBinding): boolean =>
  binding.nonce !== null && !block.followed && carriesNonce(parseBlockFields(block.lines), binding.nonce);
