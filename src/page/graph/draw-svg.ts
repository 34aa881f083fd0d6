/** A picture of the chart as a self-contained SVG document: no script, no font, no file, no network. */
import { checkOptions, checkValue, KINDS } from '../../base/check-options.ts';
import { type ChartEdge, type ChartNode, type ChartPicture, labelWidth } from './chart-picture.ts';
import { LABEL_SIZE } from './lay-out-states.ts';
import { plainLine } from '../../base/text/plain-line.ts';

export interface DrawSvgOptions {
  /** The id of the run's current node; one that is not in the picture highlights nothing. */
  readonly active?: string | undefined;
  /** @default 'auto' */
  readonly theme?: SvgTheme | undefined;
}

/** The meaning of a dashed line, and of one of dashes and dots. */
const LEGEND = 'operator command';
const FORCED_LEGEND = 'forced exit: without its gates';

/** A picture as one SVG file. @returns the document, without a line feed at its end */
export const drawSvg = (picture: ChartPicture, options: DrawSvgOptions = {}): string => {
  checkValue('drawSvg', 'picture', picture, KINDS.picture);
  checkOptions('drawSvg', options, { active: KINDS.text, theme: KINDS.theme });
  const { active, theme = 'auto' } = options;
  const { width, height, nodes, edges } = picture;
  const lit = nodes.find(({ id }) => id === active);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="${SVG_CLASS}" role="img" aria-labelledby="dualgate-chart-title dualgate-chart-desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title id="dualgate-chart-title">${escapeXml(titleOf(picture))}</title>`,
    `<desc id="dualgate-chart-desc">${escapeXml(describePicture(picture, lit))}</desc>`,
    `<style>${styleOf(theme)}</style>`,
    `<defs>${drawHead('head', '')}${drawHead('head-go', ' go')}${drawHead('head-forced', ' forced')}</defs>`,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="12"/>`,
    ...nodes.filter(({ kind }) => kind === 'outer').map((node) => drawNode(node, lit)),
    ...edges.map((edge) => drawEdge(picture, edge)),
    ...nodes.filter(({ kind }) => kind !== 'outer').map((node) => drawNode(node, lit)),
    drawLegend(picture),
    '</svg>',
  ].join('\n');
};

const drawHead = (id: string, more: string): string =>
  `<marker id="dualgate-${id}" viewBox="0 0 8 8" refX="7.5" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto"><path class="head${more}" d="M0 0.5L8 4L0 7.5Z"/></marker>`;

/** Below the nodes beside the spine, where every picture has room. */
const drawLegend = ({ width, height, edges }: ChartPicture): string => {
  const isForced = edges.some(({ kind }) => kind === 'forced');
  const x = width - 16 - labelWidth(isForced ? FORCED_LEGEND : LEGEND, LABEL_SIZE);
  const drawLine = (y: number, kind: string, head: string, words: string): string =>
    `<g class="legend ${kind}"><path d="M${x - 46} ${y}H${x - 10}" marker-end="url(#dualgate-${head})"/>${drawWords(x, y, words)}</g>`;
  const commands = drawLine(height - 36, 'skip', 'head', LEGEND);
  return isForced ? commands + drawLine(height - 16, 'forced', 'head-forced', FORCED_LEGEND) : commands;
};

const drawEdge = (picture: ChartPicture, edge: ChartEdge): string => {
  const { kind, path, label } = edge;
  const said = describeEdge(picture, edge);
  const title = said === null ? '' : `<title>${escapeXml(said)}</title>`;
  const words = label === null ? '' : drawWords(label.x, label.y, label.text);
  const head = kind === 'leave' ? 'head-go' : kind === 'forced' ? 'head-forced' : 'head';
  return `<g class="edge ${kind}">${title}<path d="${path}" marker-end="url(#dualgate-${head})"/>${words}</g>`;
};

const drawNode = (node: ChartNode, lit: ChartNode | undefined): string => {
  const active = node.id === lit?.id;
  const dot =
    active && node.kind !== 'start'
      ? `<circle class="dot" cx="${node.x + 14}" cy="${node.y + node.height / 2}" r="4"/>`
      : '';
  const forced = node.forced === true ? ' forced' : '';
  return `<g class="node ${node.kind}${forced}${active ? ' active' : ''}"><title>${escapeXml(describeNode(node))}</title>${drawShape(node)}${dot}${drawName(node)}</g>`;
};

const drawShape = ({ kind, x, y, width, height }: ChartNode): string => {
  if (kind === 'start' || kind === 'history')
    return `<circle class="shape" cx="${x + width / 2}" cy="${y + height / 2}" r="${width / 2}"/>`;
  const rect = (inset: number, radius: number, name: string) =>
    `<rect class="${name}" x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${radius}"/>`;
  if (kind === 'end') return rect(0, height / 2, 'shape') + rect(3.5, height / 2 - 3.5, 'ring');
  return rect(0, kind === 'outer' ? 14 : 9, 'shape');
};

const drawName = ({ kind, label, x, y, width, height }: ChartNode): string => {
  if (label === '') return '';
  const [left, top] = kind === 'outer' ? [x + 14, y + 18] : [x + width / 2, y + height / 2];
  return drawWords(left, top, label);
};

/** `dy` and not a baseline: other programs than browsers know only one. */
const drawWords = (x: number, y: number, words: string): string =>
  `<text x="${x}" y="${y}" dy="0.36em">${escapeXml(words)}</text>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const MOST_CHARACTERS = 20_000;

/** One line, valid between tags and within quotes; without the characters that XML forbids. */
const escapeXml = (text: string): string =>
  plainLine(text, MOST_CHARACTERS).replaceAll(/[&<>"'\uFFFE\uFFFF]/g, (found) => ENTITIES[found] ?? '');

const titleOf = ({ nodes }: ChartPicture): string => `The chart of the work: ${phasesOf(nodes).join(' → ')}`;

/** The states and their transitions, each in a sentence. */
const describePicture = (picture: ChartPicture, active: ChartNode | undefined): string =>
  [
    ...(active === undefined ? [] : [`The run is in ${nameOf(active)}.`]),
    ...picture.nodes.flatMap((node) =>
      node.forced === true ? [`An operator forced the exit of ${nameOf(node)}.`] : [],
    ),
    ...picture.edges.flatMap((edge) => describeEdge(picture, edge) ?? []).map((sentence) => `${sentence}.`),
  ].join(' ');

const describeNode = (node: ChartNode): string =>
  [
    ...(node.label === '' ? ['the start'] : [nameOf(node)]),
    ...(node.forced === true ? ['An operator forced its exit'] : []),
    ...(node.description === '' ? [] : [node.description]),
    ...(node.gates === undefined ? [] : [`Gate 1: ${node.gates.gate_1}`, `Gate 2: ${node.gates.gate_2}`]),
  ].join('. ');

const describeEdge = ({ nodes }: ChartPicture, edge: ChartEdge): string | null => {
  const [from, to] = [edge.from, edge.to].map((id) => nodes.find((node) => node.id === id));
  if (from === undefined || to === undefined) return null;
  if (edge.kind === 'start') return `The work begins in ${nameOf(to)}`;
  const event = edge.guard === null ? edge.event : `${edge.event} [${edge.guard}]`;
  const course = edge.kind === 'held' ? `${nameOf(from)} is held` : `${nameOf(from)} to ${nameOf(to)}`;
  return `${course}: ${event}${edge.kind === 'forced' ? ', forced by an operator' : ''}`;
};

const nameOf = ({ kind, phase, label, description }: ChartNode): string =>
  kind === 'history' ? description.toLowerCase() : (phase ?? label);

const phasesOf = (nodes: readonly ChartNode[]): readonly string[] => nodes.flatMap(({ phase }) => phase ?? []);

/** `auto` follows the reader's system, and is light without a preference. */
export type SvgTheme = 'auto' | 'light' | 'dark';

/** The class of the picture: in a page it affects nothing else. */
const SVG_CLASS = 'dualgate-chart';

const LIGHT = {
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

const DARK: typeof LIGHT = {
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

const styleOf = (theme: SvgTheme): string => {
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

const coloursOf = (palette: typeof LIGHT): readonly Rule[] => [
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
