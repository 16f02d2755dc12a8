// Pictures as small files: PNG with a palette of at most 256 colours. Screenshots have few more, so that all but some
// pixels at the edges of letters keep theirs, at less than half the size.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const COLOURS = 256;
/** Colours chosen for how often they occur; the others for how wrong they would look. */
const FREQUENT = 192;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/**
 * A PNG of 8-bit samples.
 * @param {{ width: number, height: number, type: number, palette?: Buffer, lines: Buffer }} picture `type`: 3 palette,
 *   6 RGBA; `lines`: each begins with a 0, its filter.
 */
export function encodePng({ width, height, type, palette, lines }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, type, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Reads what browsers write: 8 bits a sample, RGB or RGBA, not interlaced. Answers each pixel as 0xRRGGBB.
 * @param {Buffer} file
 */
export function decodePng(file) {
  const parts = new Map();
  for (let at = SIGNATURE.length; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    parts.set(type, [...(parts.get(type) ?? []), file.subarray(at + 8, end)]);
    at = end + 4;
  }
  const [head] = parts.get('IHDR');
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth, type, , , interlaced] = head.subarray(8);
  const step = { 2: 3, 6: 4 }[type];
  if (depth !== 8 || !step || interlaced) throw new Error('This kind of PNG is not read');
  const bytes = unfilter(inflateSync(Buffer.concat(parts.get('IDAT'))), width * step, step);
  const pixels = Uint32Array.from({ length: width * height }, (_, i) => bytes.readUIntBE(i * step, 3));
  return { width, height, pixels };
}

/** Undoes PNG's prediction of samples from those at the left, above, and above left. */
function unfilter(coded, width, step) {
  const height = coded.length / (width + 1);
  const out = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) {
    const filter = coded[y * (width + 1)];
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const left = x >= step ? out[at - step] : 0;
      const up = y > 0 ? out[at - width] : 0;
      const corner = x >= step && y > 0 ? out[at - width - step] : 0;
      const guess = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter];
      out[at] = coded[y * (width + 1) + 1 + x] + guess;
    }
  }
  return out;
}

function paeth(left, up, corner) {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function distance(a, b) {
  const part = (shift) => ((a >> shift) & 255) - ((b >> shift) & 255);
  return part(16) ** 2 + part(8) ** 2 + part(0) ** 2;
}

/** At most 256 colours for these pixels, and which of them stands for each colour. */
function choosePalette(pixels) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const colours = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  const palette = colours.slice(0, colours.length > COLOURS ? FREQUENT : COLOURS);
  const nearest = colours.map((colour) => {
    const distances = palette.map((other) => distance(colour, other));
    const error = Math.min(...distances);
    return { colour, error, index: distances.indexOf(error) };
  });
  while (palette.length < Math.min(COLOURS, colours.length)) {
    const cost = ({ colour, error }) => error * counts.get(colour);
    const worst = nearest.reduce((a, b) => (cost(b) > cost(a) ? b : a));
    palette.push(worst.colour);
    for (const item of nearest) {
      const error = distance(item.colour, worst.colour);
      if (error < item.error) Object.assign(item, { error, index: palette.length - 1 });
    }
  }
  return { palette, indexes: new Map(nearest.map(({ colour, index }) => [colour, index])) };
}

/**
 * The same picture with a palette.
 * @param {Buffer} file a PNG
 */
export function shrinkPng(file) {
  const { width, height, pixels } = decodePng(file);
  const { palette, indexes } = choosePalette(pixels);
  const lines = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, i) => {
    lines[i + Math.floor(i / width) + 1] = indexes.get(colour);
  });
  const bytes = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return encodePng({ width, height, type: 3, palette: bytes, lines });
}
