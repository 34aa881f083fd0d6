/**
 * The styles of a picture, light and dark. Colour is never the only sign: an operator command is dashed, a forced
 * exit has dashes and dots with a label beside it, an end has a second line around it, and the current state of the
 * run has a thick one and a dot. Each rule has its colours, because other programs than browsers know no variables.
 */

/** `auto` follows the reader's system, and is light without a preference. */
export type SvgTheme = 'auto' | 'light' | 'dark';

/** The class of the picture: in a page it affects nothing else. */
export const SVG_CLASS = 'dualgate-chart';

type Palette = Readonly<
  Record<
    'ground' | 'edge' | 'frame' | 'box' | 'line' | 'text' | 'soft' | 'go' | 'wait' | 'waits' | 'lit' | 'glow',
    string
  >
>;

const LIGHT: Palette = {
  ground: '#fff',
  edge: '#d0d7de',
  frame: '#f6f8fa',
  box: '#fff',
  line: '#57606a',
  text: '#1f2328',
  soft: '#57606a',
  go: '#1a7f37',
  wait: '#fff8e5',
  waits: '#9a6700',
  lit: '#0969da',
  glow: '#ddf0ff',
};

const DARK: Palette = {
  ground: '#0d1117',
  edge: '#30363d',
  frame: '#161b22',
  box: '#0d1117',
  line: '#8b949e',
  text: '#f0f6fc',
  soft: '#a3adb8',
  go: '#56d364',
  wait: '#2b2208',
  waits: '#d9a72a',
  lit: '#58a6ff',
  glow: '#10284a',
};

/** For a `<style>` of the picture itself. */
export const styleOf = (theme: SvgTheme): string => {
  const first = scope([...SHAPES, ...coloursOf(theme === 'dark' ? DARK : LIGHT)]);
  return theme === 'auto' ? `${first}@media (prefers-color-scheme:dark){${scope(coloursOf(DARK))}}` : first;
};

type Rule = readonly [selectors: string, declarations: string];

const scope = (rules: readonly Rule[]): string =>
  rules
    .map(([selectors, declarations]) => {
      const scoped = selectors.split(',').map((selector) => `.${SVG_CLASS} ${selector}`);
      return `${scoped.join(',')}{${declarations}}`;
    })
    .join('');

const SHAPES: readonly Rule[] = [
  ['text', 'font:12px system-ui,-apple-system,"Segoe UI",sans-serif;text-anchor:middle'],
  ['.node.phase text,.node.halt text,.node.end text', 'font-size:14px;font-weight:600'],
  ['.history text', 'font-weight:600'],
  ['.outer text,.legend text', 'text-anchor:start'],
  ['.node rect,.node circle', 'stroke-width:1.5'],
  ['.end .ring', 'stroke-width:1'],
  ['.edge path,.legend path', 'fill:none;stroke-width:1.5'],
  ['.edge.leave path', 'stroke-width:2'],
  ['.skip path,.resume path,.abort path', 'stroke-dasharray:5 4'],
  ['.edge.forced path,.legend.forced path', 'stroke-width:2.5;stroke-dasharray:9 3 2 3'],
  ['.edge.forced text', 'font-weight:600'],
  ['.node.forced .shape', 'stroke-dasharray:9 3 2 3'],
  ['.node.active .shape', 'stroke-width:3'],
];

const coloursOf = (palette: Palette): readonly Rule[] => [
  ['.ground', `fill:${palette.ground};stroke:${palette.edge}`],
  ['.node rect,.node circle', `fill:${palette.box};stroke:${palette.line}`],
  ['.node text', `fill:${palette.text}`],
  ['.outer rect', `fill:${palette.frame};stroke:${palette.edge}`],
  ['.outer text,.edge text,.legend text', `fill:${palette.soft}`],
  ['.node.start circle', `fill:${palette.line}`],
  ['.node.halt rect', `fill:${palette.wait};stroke:${palette.waits}`],
  ['.end .ring', 'fill:none'],
  ['.edge path,.legend path', `stroke:${palette.soft}`],
  ['.edge.leave path', `stroke:${palette.go}`],
  ['.edge.leave text', `fill:${palette.go}`],
  ['.edge.forced path,.legend.forced path,.node.forced .shape', `stroke:${palette.waits}`],
  ['.edge.forced text,.legend.forced text', `fill:${palette.waits}`],
  ['.head.forced', `fill:${palette.waits}`],
  ['.head', `fill:${palette.soft}`],
  ['.head.go', `fill:${palette.go}`],
  ['.node.active .shape', `fill:${palette.glow};stroke:${palette.lit}`],
  ['.node.active .dot', `fill:${palette.lit};stroke:none`],
];
