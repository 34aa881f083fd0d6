import { drawSvg, pictureOf, readConfig, renderMermaid } from 'dualgate';

const config = readConfig(); // the nearest dualgate.yaml, here or in a parent folder
const picture = pictureOf(config); // nodes and edges with their coordinates, in CSS pixels
const svg = drawSvg(picture, { active: 'tdd.working.green', theme: 'dark' });
const mermaid = renderMermaid(config);
console.log(picture.nodes.map(({ id }) => id).join(' '));
console.log(svg.startsWith('<svg'), mermaid.split('\n')[0]);
