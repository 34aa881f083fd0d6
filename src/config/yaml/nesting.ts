/**
 * How deep YAML goes, measured before it is parsed: the parser recurses, and where the stack ends V8 may end the process.
 *
 * @module
 */
import { CST, Lexer } from 'yaml';

const OPENS = new Set<string | null>(['flow-seq-start', 'flow-map-start']);
const CLOSES = new Set<string | null>(['flow-seq-end', 'flow-map-end']);
const INDICATORS = new Set<string | null>(['seq-item-ind', 'explicit-key-ind', 'map-value-ind']);

/** Whether anything in `text` could be more than `limit` levels deep. Text within scalars does not count. */
export const nestsDeeperThan = (limit: number, text: string): boolean => {
  let flow = 0;
  // Block collections are no deeper than their column, and one for each indicator on their line.
  let block = 0;
  let atLineStart = true;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === 'newline') block = 0;
    else if (type === 'space' && atLineStart && flow === 0) block = token.length;
    else if (INDICATORS.has(type) && flow === 0) block += 1;
    else if (OPENS.has(type)) flow += 1;
    else if (CLOSES.has(type)) flow = Math.max(0, flow - 1);
    atLineStart = type === 'newline';
    if (flow + block > limit) return true;
  }
  return false;
};
