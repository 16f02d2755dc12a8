// Draws the extension's icon, media/icons/session-tree.png: our own drawing, in the shapes of session-tree.svg, so that
// the gallery's PNG needs no drawing program.
//   node scripts/icon.mjs
import { writeFileSync } from 'node:fs';
import { encodePng } from './lib/png.mjs';

const SIZE = 256;
const UNIT = SIZE / 24;
const [NIGHT, PAPER, LEAF] = [
  [30, 41, 59],
  [226, 232, 240],
  [74, 222, 128],
];
const BRANCH = Array.from({ length: 33 }, (_, step) =>
  bezier(step / 32, [7, 8.6], [7, 14.2], [10, 13.8], [14.6, 13.8]),
);

/** Shapes in the SVG's 24 units, painted in this order. */
const SHAPES = [
  { colour: NIGHT, distance: (x, y) => rounded(x - 12, y - 12, 12, 12, 5) },
  { colour: PAPER, distance: (x, y) => segment(x, y, [7, 6], [7, 18]) - 0.8 },
  { colour: PAPER, distance: (x, y) => polyline(x, y, BRANCH) - 0.8 },
  { colour: PAPER, distance: (x, y) => Math.hypot(x - 7, y - 6) - 2.3 },
  { colour: PAPER, distance: (x, y) => Math.hypot(x - 7, y - 18) - 2.3 },
  { colour: LEAF, distance: (x, y) => Math.hypot(x - 16.6, y - 13.8) - 2.6 },
];

function bezier(t, a, b, c, d) {
  const at = (i) =>
    (1 - t) ** 3 * a[i] + 3 * (1 - t) ** 2 * t * b[i] + 3 * (1 - t) * t * t * c[i] + t ** 3 * d[i];
  return [at(0), at(1)];
}

function segment(x, y, [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

function polyline(x, y, points) {
  return Math.min(...points.slice(1).map((point, i) => segment(x, y, points[i], point)));
}

function rounded(x, y, halfWidth, halfHeight, radius) {
  const [dx, dy] = [Math.abs(x) - halfWidth + radius, Math.abs(y) - halfHeight + radius];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

function pixel(column, row) {
  const rgba = [0, 0, 0, 0];
  for (const { colour, distance } of SHAPES) {
    const cover = Math.min(1, Math.max(0, 0.5 - distance((column + 0.5) / UNIT, (row + 0.5) / UNIT) * UNIT));
    const alpha = cover + rgba[3] * (1 - cover);
    for (let i = 0; i < 3; i++) {
      rgba[i] = alpha === 0 ? 0 : (colour[i] * cover + rgba[i] * rgba[3] * (1 - cover)) / alpha;
    }
    rgba[3] = alpha;
  }
  return [...rgba.slice(0, 3).map(Math.round), Math.round(rgba[3] * 255)];
}

const lines = Array.from({ length: SIZE }, (_, row) => [
  0,
  ...Array.from({ length: SIZE }, (_, column) => pixel(column, row)).flat(),
]);
const file = new URL('../media/icons/session-tree.png', import.meta.url);
writeFileSync(file, encodePng({ width: SIZE, height: SIZE, type: 6, lines: Buffer.from(lines.flat()) }));
console.log(`Drew ${file.pathname}`);
