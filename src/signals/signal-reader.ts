/** Reads the exit signal from the agent's output in bounded memory, however it is cut; never stderr (rule 3.3). */
import type { Signal } from '../../gates/iteration.ts';
import type { Dialect } from './systems/dialect.ts';
import { type DialectName, dialectsOf, NATIVE, SIGNAL_KEYS } from './systems/dialects.ts';
import { createClaudeReader } from './envelopes/claude-reader.ts';
import { type Line, createLinePlacer, type Block, createBlockCollector } from './blocks/place-lines.ts';
import { createLineSearch } from './patterns/patterns.ts';
import { createNearlyRightFinder, nearlyRightNeedles } from './nearly-right.ts';
import { noSignal, unreadBlock, type SignalBinding } from './blocks/block-fields.ts';
import { normaliseLine, createLineScanner, type Search } from './patterns/scan-lines.ts';
import { encodeText } from '../base/text/bytes.ts';

/** The form of the text. `auto` finds the dialect (never in a run); `claude-json` is the JSON output of Claude Code. */
export interface SignalForm {
  /** @default the native one */
  readonly dialect?: DialectName | 'auto';
  /** @default 'text' */
  readonly envelope?: 'text' | 'claude-json';
}

export interface SignalReader {
  /** Text, or bytes of UTF-8, cut anywhere. */
  readonly write: (chunk: string | Uint8Array) => void;
  /** The answer. Later text is not read. */
  readonly end: () => Signal;
}

/** A reader for one message of one iteration (rules 3.1 and 3.4 to 3.9). */
export const createSignalReader = (binding: SignalBinding, form: SignalForm = {}): SignalReader => {
  const { dialect = NATIVE, envelope = 'text' } = form;
  const reader =
    envelope === 'text'
      ? createTextReader(binding, dialectsOf(dialect), nameOf(dialect))
      : createClaudeReader((said) => readSignal(said, binding, { dialect }), nameOf(dialect));
  const encode = createTextEncoder();
  let answer: Signal | null = null;
  return {
    write: (chunk) => {
      if (answer === null) reader.write(encode(chunk));
    },
    end: () => (answer ??= reader.end()),
  };
};

/** The signal of a whole message (rules 3.1 and 3.4 to 3.9). */
export const readSignal = (text: string | Uint8Array, binding: SignalBinding, form: SignalForm = {}): Signal => {
  const reader = createSignalReader(binding, form);
  reader.write(text);
  return reader.end();
};

const nameOf = (dialect: DialectName | 'auto'): DialectName | null => (dialect === 'auto' ? null : dialect);

type ShownReason = 'signal_in_code_fence' | 'signal_in_comment';
const SHOWN = { fenced: 'signal_in_code_fence', commented: 'signal_in_comment' } as const;

const createTextReader = (binding: SignalBinding, dialects: readonly Dialect[], name: DialectName | null) => {
  const placer = createLinePlacer();
  const said = listenForBlocks(dialects);
  const nearly = createNearlyRightFinder(dialects, binding.nonce);
  const words = [...dialects.flatMap(({ needles }) => needles), ...nearlyRightNeedles(dialects)];
  const searchFor = createLineSearch(() => words);
  let shown: { readonly listener: BlockListener; readonly reason: ShownReason } | null = null;
  let lastFenced: ReceivedBlock | null = null;
  let lastShown: Signal | null = null;
  let isFirst = true;

  const search = (): Search =>
    isFirst || lastFenced !== null || said.wantsAll() || shown?.listener.wantsAll() === true
      ? null
      : searchFor(placer.needles());
  const nameFollowed = (received: ReceivedBlock): void => {
    if (lastShown !== null && isOwn(received, binding)) lastShown = { ...lastShown, way_out: FOLLOWED };
  };
  /** The quoted part is over: its block is reported if there is no other. */
  const leave = (): ReceivedBlock | null => {
    const received = shown?.listener.last() ?? null;
    if (shown !== null && received !== null) {
      const { dialect, block } = received;
      lastShown = noSignal(shown.reason, dialect.name, block.line);
      if (shown.reason === SHOWN.fenced && block.followed) nameFollowed(received);
    }
    shown = null;
    return received;
  };
  const take = (raw: Line): void => {
    const line = { ...raw, text: normaliseLine(raw.text, raw.number === 1) };
    isFirst = false;
    if (line.text !== '') {
      if (lastFenced !== null) nameFollowed(lastFenced);
      lastFenced = null;
    }
    const where = placer.place(line.text, raw.hides);
    if (where === 'fenced' || where === 'said') nearly.read(line, where === 'fenced');
    if (where === 'commented' || where === 'fenced') {
      shown ??= { listener: listenForBlocks(dialects), reason: SHOWN[where] };
      shown.listener.read(line);
      return;
    }
    const received = leave();
    if (where === 'said') {
      said.read(line);
      lastShown = nameDisplaced(line, dialects) ?? lastShown;
    }
    if (where === 'fence_closes') lastFenced = received;
  };
  const lines = createLineScanner(search, take);

  return {
    write: lines.write,
    end: (): Signal => {
      lines.end();
      leave();
      const own =
        lastFenced !== null && !lastFenced.block.followed && isOwn(lastFenced, binding) ? lastFenced : said.last();
      const read = own === null ? (lastShown ?? noSignal('signal_missing', name)) : judge(own, binding);
      return withAdvice(read, nearly);
    },
  };
};

/** A signal that was not found, with the exact problem of what is nearly one. It stays not found. */
const withAdvice = (signal: Signal, nearly: ReturnType<typeof createNearlyRightFinder>): Signal => {
  const { reason, source, line, way_out } = signal;
  if ((reason !== 'signal_missing' && reason !== 'foreign_line') || way_out !== undefined) return signal;
  const found = nearly.last(source === null ? 0 : (line ?? 0));
  if (found === null) return signal;
  return {
    ...signal,
    ...(source === null ? { dialect: found.dialect, line: found.line } : {}),
    way_out: found.advice,
  };
};

/** A fenced block at the very end is the agent's own when it carries the nonce: no other writer knows it (rule 3.8). */
const isOwn = ({ dialect, block }: ReceivedBlock, { nonce }: SignalBinding): boolean =>
  nonce !== null && dialect.carriesNonce(block, nonce);

const FOLLOWED =
  'Text follows the status block, which is inside a code fence: print the block last, or without a code fence';

const judge = ({ dialect, block }: ReceivedBlock, binding: SignalBinding): Signal => {
  const about = { dialect: dialect.name, line: block.line };
  if (block.tooLong) return unreadBlock('block_too_long', about);
  if (!block.closed && !block.form.endsAnywhere) return unreadBlock('unterminated_block', about);
  return dialect.judge(block, binding, SIGNAL_KEYS);
};

interface ReceivedBlock {
  readonly dialect: Dialect;
  readonly block: Block;
}

type BlockListener = ReturnType<typeof listenForBlocks>;

/** @param dialects - of several, an earlier one whose block is open keeps the others from its lines */
const listenForBlocks = (dialects: readonly Dialect[]) => {
  const received = dialects.map((dialect) => ({ dialect, collector: createBlockCollector(dialect.forms) }));
  return {
    read: (line: Line): void => {
      for (const { collector } of received) {
        const wasOpen = collector.isOpen();
        collector.read(line);
        if (wasOpen) return;
      }
    },
    last: (): ReceivedBlock | null => {
      let last: ReceivedBlock | null = null;
      for (const { dialect, collector } of received) {
        const block = collector.last();
        if (block !== null && block.line > (last?.block.line ?? 0)) last = { dialect, block };
      }
      return last;
    },
    wantsAll: (): boolean => received.some(({ collector }) => collector.wantsAll()),
  };
};

/** The advice about a block that is indented or quoted as a whole, which is an example. */
const nameDisplaced = ({ text, number }: Line, dialects: readonly Dialect[]): Signal | null => {
  const [before = ''] = /^[ \t>]+/.exec(text) ?? [];
  if (before === '') return null;
  const bare = text.slice(before.length).replace(/^(?:\*\*|__|\{[ \t]*)/, '');
  const dialect = dialects.find(({ signs }) => signs.some((sign) => bare.startsWith(sign)));
  if (dialect === undefined) return null;
  const how = before.includes('>') ? 'quoted' : 'indented';
  return {
    ...noSignal('signal_missing', dialect.name, number),
    way_out: `The status block is ${how}: print its markers, or its first line, at the start of the line`,
  };
};

/** Bytes go through as they are. */
export const createTextEncoder = (): ((chunk: string | Uint8Array) => Uint8Array) => {
  let half = '';
  return (chunk) => {
    if (typeof chunk !== 'string') return chunk;
    const text = half + chunk;
    const last = text.charCodeAt(text.length - 1);
    half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : '';
    return encodeText(half === '' ? text : text.slice(0, -1));
  };
};
