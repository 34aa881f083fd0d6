import { describe, expect, test } from 'vitest';
import {
  type Activity,
  type Extractor,
  MAX_EVENT_BYTES,
  readAgentOutput,
} from '../../../src/signals/envelopes/extractor.ts';

const NOTHING = { said: null, usage: null, session: null, denials: [], error: null };

/** An extractor that answers with the lines that it saw. */
const aListener = (): Extractor => {
  const lines: string[] = [];
  return {
    line: (line) => {
      lines.push(line);
      return 'working';
    },
    end: () => ({ ...NOTHING, denials: lines }),
  };
};

const linesOf = (...chunks: readonly (string | Buffer)[]) => {
  const reader = readAgentOutput(aListener());
  for (const chunk of chunks) reader.write(Buffer.from(chunk));
  return reader.end().denials;
};

describe('the output of an agent', () => {
  test('is read in lines, the last one also without its newline', () => {
    expect(linesOf('one\ntwo\n', 'th', 'ree')).toEqual(['one', 'two', 'three']);
  });

  test('keeps a character whole that two chunks share', () => {
    const bytes = Buffer.from('café…\n');
    expect(linesOf(...[...bytes].map((byte) => Buffer.from([byte])))).toEqual(['café…']);
  });

  test('keeps other line ends within a line, as JSON may hold them', () => {
    expect(linesOf('{"a":"\u2028"}\r\n')).toEqual(['{"a":"\u2028"}\r']);
  });

  test('skips a line that is too long, and reads on after it', () => {
    const long = Buffer.alloc(MAX_EVENT_BYTES / 2 + 1, 'x');
    expect(linesOf('one\n', long, long, '\ntwo\n')).toEqual(['one', 'two']);
    expect(linesOf('one\n', long, long)).toEqual(['one']);
  });

  test('tells of each line what it means', () => {
    const received: Activity[] = [];
    const reader = readAgentOutput(aListener(), (activity) => received.push(activity));
    reader.write(Buffer.concat([Buffer.alloc(MAX_EVENT_BYTES + 1, 'x'), Buffer.from('\none\n')]));
    expect(received).toEqual(['none', 'working']);
  });
});
