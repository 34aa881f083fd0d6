import * as fc from 'fast-check';
import sax from 'sax';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/index.ts';
import { drawSvg } from '../../../src/page/graph/draw-svg.ts';
import { pictureOf } from '../../../src/page/graph/picture-of.ts';
import { aPhaseList } from './phase-lists.ts';

const PICTURE = pictureOf({ phases: DEFAULT_PHASES });

interface Read {
  readonly tags: readonly string[];
  readonly attributes: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** As a strict parser reads it; it throws where the document is no XML. */
const read = (svg: string): Read => {
  const tags: string[] = [];
  const attributes: string[] = [];
  const texts: Record<string, string[]> = {};
  const open: string[] = [];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes: given }) => {
    tags.push(name);
    open.push(name);
    attributes.push(...Object.entries(given).map(([key, value]) => `${key}=${String(value)}`));
  };
  parser.onclosetag = () => open.pop();
  parser.ontext = (text) => {
    if (text.trim() !== '') (texts[open.at(-1) ?? ''] ??= []).push(text);
  };
  parser.write(svg).close();
  return { tags, attributes, texts };
};

const HOSTILE = `</title><script>alert(1)</script>&amp;"'><img src=x onerror=alert(1)>]]>\u0000\u0008\u001B[31m\u202Eevil\uFFFE`;

describe('an SVG of the chart', () => {
  it('needs nothing else: no script, no link, no font, no address, nothing that is loaded', () => {
    const { tags, attributes, texts } = read(drawSvg(PICTURE));
    expect([...new Set(tags)].toSorted()).toEqual(
      ['svg', 'title', 'desc', 'style', 'defs', 'marker', 'path', 'rect', 'circle', 'g', 'text'].toSorted(),
    );
    expect(attributes.filter((each) => /^(?:on|href|xlink|src|style)/i.test(each))).toEqual([]);
    expect(attributes.filter((each) => each.includes(':'))).toEqual(['xmlns=http://www.w3.org/2000/svg']);
    expect(texts['style']?.join('')).not.toMatch(/@import|url\(|@font-face/);
  });

  it('is described for people who cannot see it: what it is, its transitions, and the state of the run', () => {
    const { attributes, texts } = read(drawSvg(PICTURE, { active: 'tdd.working.green' }));
    expect(attributes).toContain('role=img');
    expect(attributes).toContain('aria-labelledby=dualgate-chart-title dualgate-chart-desc');
    expect(texts['title']?.[0]).toBe('The chart of the work: RED → GREEN → REFACTOR → DOCUMENT');
    const reported = texts['desc']?.[0] ?? '';
    expect(reported).toMatch(/^The run is in GREEN\. The work begins in RED\. working to needsHuman: HALT\. /);
    for (const sentence of [
      'RED to GREEN: ITERATION [gatesAgree].',
      'RED is held: ITERATION.',
      'DOCUMENT to completed: SKIP.',
      'needsHuman to the phase that was active before: RESUME.',
      'needsHuman to aborted: ABORT.',
    ])
      expect(reported).toContain(sentence);
  });

  it('shows the purpose of a phase and the conditions of its exit', () => {
    expect(read(drawSvg(PICTURE)).texts['title']).toContain(
      'GREEN. Verify all tests pass with implementation. Gate 1: tests_failing == 0 AND tests_passing == tests_total AND consecutive_green_runs >= 2. Gate 2: exit_signal == true',
    );
  });

  it('shows every state and every label by its name', () => {
    const named = PICTURE.nodes.flatMap(({ label }) => (label === '' ? [] : [label]));
    const labels = PICTURE.edges.flatMap(({ label }) => label?.text ?? []);
    expect(read(drawSvg(PICTURE)).texts['text']?.toSorted()).toEqual(
      [...named, ...labels, 'operator command'].toSorted(),
    );
  });

  it('highlights the state of the run, and by more than a colour; a state outside the picture highlights nothing', () => {
    const active = (svg: string) => svg.split('\n').filter((line) => line.includes(' active"'));
    const lit = active(drawSvg(PICTURE, { active: 'tdd.working.green' }));
    expect(lit).toHaveLength(1);
    expect(lit[0]).toMatch(/^<g class="node phase active"><title>GREEN\. .*<circle class="dot"/);
    expect(drawSvg(PICTURE, { active: 'tdd.working.qa' })).toBe(drawSvg(PICTURE));
  });

  it('is light or dark by the reader’s preference, or as requested', () => {
    const [auto, light, dark] = [undefined, 'light' as const, 'dark' as const].map((theme) =>
      (read(drawSvg(PICTURE, { theme })).texts['style'] ?? []).join(''),
    );
    const [before = '', within = ''] = auto?.split('@media (prefers-color-scheme:dark)') ?? [];
    expect(before).toBe(light);
    expect(within).toContain('.dualgate-chart .ground{fill:#0d1117;');
    expect(dark).toContain('.dualgate-chart .ground{fill:#0d1117;');
    expect(light).toContain('.dualgate-chart .ground{fill:#fff;');
    expect(`${light}${dark}`).not.toContain('@media');
  });

  it('changes nothing but itself in a page that it is put into, and needs no variables', () => {
    const style = (read(drawSvg(PICTURE)).texts['style'] ?? [])
      .join('')
      .replace('@media (prefers-color-scheme:dark){', '');
    const selectors = [...style.matchAll(/([^{}]+)\{[^}]*\}/g)].flatMap(([, each = '']) => each.split(','));
    expect(selectors.length).toBeGreaterThan(30);
    expect(selectors.filter((selector) => !selector.startsWith('.dualgate-chart '))).toEqual([]);
    expect(style).not.toContain('var(');
    // Nodes and edges both have kinds of these names, and do not look alike.
    expect(selectors.filter((each) => /\.(?:halt|start)\b/.test(each) && !/\.(?:node|edge)\./.test(each))).toEqual([]);
  });

  it('treats words of others as text, never as markup, and omits what XML forbids', () => {
    const [first] = DEFAULT_PHASES;
    const evil = {
      ...first,
      purpose: HOSTILE,
      gate_1: { name: HOSTILE, condition: HOSTILE },
      gate_2: { name: HOSTILE, condition: HOSTILE },
    };
    const svg = drawSvg(pictureOf({ phases: [evil] }));
    const { tags, texts } = read(svg);
    expect(tags.filter((tag) => ['script', 'img'].includes(tag))).toEqual([]);
    expect(texts['title']?.join('\n')).toContain(
      `RED. </title><script>alert(1)</script>&amp;"'><img src=x onerror=alert(1)>]]> evil. Gate 1: </title>`,
    );
    // oxlint-disable-next-line no-control-regex -- control characters are what may not be in it
    expect(svg).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202A-\u202E\uFFFE\uFFFF]/);
  });

  it('takes hostile names and labels of a picture that came from elsewhere as text, too', () => {
    const nodes = PICTURE.nodes.map((node) => ({ ...node, label: HOSTILE, description: HOSTILE, phase: HOSTILE }));
    const edges = PICTURE.edges.map((edge) => ({ ...edge, event: HOSTILE, label: { text: HOSTILE, x: 1, y: 1 } }));
    expect(read(drawSvg({ ...PICTURE, nodes, edges })).tags).not.toContain('script');
  });

  it('can be read by a strict parser, whatever the phases are called', () => {
    fc.assert(
      fc.property(aPhaseList, (phases) => {
        expect(read(drawSvg(pictureOf({ phases }))).tags[0]).toBe('svg');
      }),
      { numRuns: 20 },
    );
  });
});
