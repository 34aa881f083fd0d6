/** JavaScript and TypeScript as a tree, with only the facts that a walk needs. */
import type { ParserPlugin } from '@babel/parser';

/** A node of Babel's tree. Offsets are into the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

export const childOf = (node: SyntaxNode, name: string): SyntaxNode | null => {
  const child = node[name];
  return isNode(child) ? child : null;
};

export const listOf = (node: SyntaxNode, name: string): readonly SyntaxNode[] => {
  const list = node[name];
  return Array.isArray(list) ? list.filter(isNode) : [];
};

export const textOf = (node: SyntaxNode, name: string): string => {
  const value = node[name];
  return typeof value === 'string' ? value : '';
};

/** The nodes right below, without those under a key that is left out. */
export function* childrenOf(node: SyntaxNode, leftOut = /Comments$|^(?:loc|extra)$/): Generator<SyntaxNode, void> {
  for (const [key, value] of Object.entries(node)) {
    if (leftOut.test(key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield child;
  }
}

/** Parses a text as its name says; throws a SyntaxError for another language. */
export type Parse = (text: string) => SyntaxNode;

/** Plugins of the parser for the dialect of an extension. */
export const pluginsFor = (path: string): ParserPlugin[] => [
  ...(/\.[cm]?tsx?$/.test(path) ? (['typescript'] as const) : []),
  ...(/\.[cm]?ts$/.test(path) ? [] : (['jsx'] as const)),
  'decorators',
  'explicitResourceManagement',
];

/** The parser is large and rarely needed, so it is loaded on demand. @param path - its extension chooses the dialect */
export const parserFor = async (path: string): Promise<Parse> => {
  const { parse } = await import('@babel/parser');
  const plugins = pluginsFor(path);
  return (text) => {
    const tree: unknown = parse(text, {
      sourceType: 'unambiguous',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowImportExportEverywhere: true,
      allowSuperOutsideMethod: true,
      allowUndeclaredExports: true,
      errorRecovery: false,
      plugins,
    }).program;
    if (!isNode(tree)) throw new SyntaxError('the parser returned no tree');
    return tree;
  };
};
