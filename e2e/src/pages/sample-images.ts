import sharp from 'sharp';

/** A drawn picture: sky, sun or moon, and ridges or waves one behind the other. */
export interface SampleImage {
  /** The colours go from the top of the sky to the horizon. */
  sky: readonly [string, string, string];
  sun?: { x: number; y: number; radius: number; colour: string };
  /** From far to near; each a height of the page (0 top, 1 bottom), how rough it is, and its colours. */
  ridges: readonly { at: number; rise: number; rough: number; top: string; bottom: string }[];
  /** A lake mirrors the sun below this height. */
  water?: { at: number; top: string; bottom: string; glint: string };
  stars?: boolean;
}

const WIDTH = 1600;
const HEIGHT = 1200;
const HORIZON = 0.72;

/** The same outline for the same seed: a sum of waves of ever shorter length. */
function outline(seed: number, at: number, rise: number, rough: number): string {
  const points = Array.from({ length: 161 }, (_, index) => {
    const x = index / 160;
    let height = 0;
    for (let octave = 0; octave < 6; octave += 1) {
      const strength = rough ** octave;
      height += Math.sin(x * (2.1 + seed) * 1.9 ** octave + seed * 7.3 + octave * 1.7) * strength;
    }
    return `${(x * WIDTH).toFixed(1)},${((at - rise * (height / 2 + 0.5)) * HEIGHT).toFixed(1)}`;
  });
  return `M0,${HEIGHT} L${points.join(' L')} L${WIDTH},${HEIGHT} Z`;
}

function stars(): string {
  return Array.from({ length: 140 }, (_, index) => {
    // Evenly spread, and yet in no rows (Roberts 2018, the R2 sequence).
    const x = ((index * 0.7548776662) % 1) * WIDTH;
    const y = ((index * 0.569840291) % 1) * HEIGHT * 0.6;
    return `<circle cx="${x}" cy="${y}" r="${0.8 + (index % 4) * 0.6}" fill="#fff" opacity="${0.3 + (index % 5) / 8}"/>`;
  }).join('');
}

const gradient = (id: string, stops: readonly string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map((colour, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`;

function svgOf({ sky, sun, ridges, water, stars: starry }: SampleImage): string {
  const gradients = [
    gradient('sky', sky),
    ...ridges.map(({ top, bottom }, index) => gradient(`ridge${index}`, [top, bottom])),
    ...(water ? [gradient('water', [water.top, water.bottom])] : []),
    '<radialGradient id="glow"><stop offset="0" stop-color="#fff" stop-opacity=".7"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>',
  ];
  const disc = sun
    ? `<circle cx="${sun.x * WIDTH}" cy="${sun.y * HEIGHT}" r="${sun.radius * 4}" fill="url(#glow)"/>
       <circle cx="${sun.x * WIDTH}" cy="${sun.y * HEIGHT}" r="${sun.radius}" fill="${sun.colour}"/>`
    : '';
  const hills = ridges.map(
    ({ at, rise, rough }, index) =>
      `<path d="${outline(index + 1.3, at, rise, rough)}" fill="url(#ridge${index})"/>`,
  );
  const lake = water
    ? `<rect y="${water.at * HEIGHT}" width="${WIDTH}" height="${HEIGHT}" fill="url(#water)"/>${glints(water.at, water.glint, sun?.x ?? 0.5)}`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${gradients.join('')}</defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="${sky[2]}"/><rect width="${WIDTH}" height="${HORIZON * HEIGHT}" fill="url(#sky)"/>${starry ? stars() : ''}${disc}${hills.join('')}${lake}</svg>`;
}

function glints(from: number, colour: string, x: number): string {
  return Array.from({ length: 16 }, (_, index) => {
    const y = (from + 0.012 + (index / 16) ** 1.4 * (1 - from)) * HEIGHT;
    const width = 60 + index * 26 + ((index * 53) % 90);
    const shift = ((index * 37) % 60) - 30;
    return `<rect x="${x * WIDTH - width / 2 + shift}" y="${y}" width="${width}" height="${3 + index * 0.5}" rx="3" fill="${colour}" opacity="${0.6 - index * 0.03}"/>`;
  }).join('');
}

/** The pictures of a holiday, drawn. */
export const sampleImages = {
  'Sunrise over the fjord.jpg': {
    sky: ['#34578f', '#f0a58f', '#ffe3b3'],
    sun: { x: 0.62, y: 0.5, radius: 62, colour: '#fff4d0' },
    ridges: [
      { at: 0.62, rise: 0.3, rough: 0.5, top: '#8f7fa6', bottom: '#d79c98' },
      { at: 0.66, rise: 0.2, rough: 0.52, top: '#5c5b86', bottom: '#8d7794' },
    ],
    water: { at: 0.64, top: '#c48f93', bottom: '#2f3d66', glint: '#ffe9c4' },
  },
  'Pine ridge.jpg': {
    sky: ['#7cc6e8', '#b9e3ee', '#f2faf6'],
    ridges: [
      { at: 0.62, rise: 0.24, rough: 0.48, top: '#9cc4cf', bottom: '#cfe5e3' },
      { at: 0.74, rise: 0.26, rough: 0.52, top: '#4f8a8b', bottom: '#8fbdb4' },
      { at: 0.88, rise: 0.24, rough: 0.56, top: '#1f5a52', bottom: '#2f7a68' },
      { at: 1.0, rise: 0.2, rough: 0.6, top: '#0f3a36', bottom: '#0b2b29' },
    ],
  },
  'Dunes at noon.jpg': {
    sky: ['#3f9bd8', '#8cc9ea', '#e5f3f4'],
    sun: { x: 0.24, y: 0.2, radius: 48, colour: '#fffbe8' },
    ridges: [
      { at: 0.66, rise: 0.16, rough: 0.2, top: '#f2c98c', bottom: '#e0a667' },
      { at: 0.8, rise: 0.2, rough: 0.18, top: '#e8b06b', bottom: '#c27c45' },
      { at: 0.98, rise: 0.2, rough: 0.16, top: '#d6904f', bottom: '#9b5a33' },
    ],
  },
  'Harbour lights.jpg': {
    sky: ['#0c1638', '#2d3a74', '#e2806f'],
    sun: { x: 0.3, y: 0.56, radius: 50, colour: '#ffd3a1' },
    stars: true,
    ridges: [{ at: 0.66, rise: 0.1, rough: 0.6, top: '#1d2350', bottom: '#2a2c5c' }],
    water: { at: 0.65, top: '#8a4f66', bottom: '#10163a', glint: '#ffcf9e' },
  },
  'Northern lights.jpg': {
    sky: ['#081c34', '#1d7a72', '#9be0a6'],
    stars: true,
    ridges: [
      { at: 0.8, rise: 0.26, rough: 0.54, top: '#12314a', bottom: '#1d4f5f' },
      { at: 0.96, rise: 0.2, rough: 0.5, top: '#0a1e31', bottom: '#071524' },
    ],
  },
  'Lavender field.jpg': {
    sky: ['#6f8fd0', '#d8b9d8', '#ffe6cf'],
    sun: { x: 0.78, y: 0.42, radius: 54, colour: '#fff0d6' },
    ridges: [
      { at: 0.58, rise: 0.12, rough: 0.4, top: '#8d86b8', bottom: '#b9a3c8' },
      { at: 0.72, rise: 0.12, rough: 0.3, top: '#8a63b3', bottom: '#a983cb' },
      { at: 0.96, rise: 0.2, rough: 0.24, top: '#6b3fa0', bottom: '#4a2a7c' },
    ],
  },
  'Volcano at dusk.jpg': {
    sky: ['#3b1f4f', '#b9436a', '#ffb37a'],
    sun: { x: 0.18, y: 0.46, radius: 58, colour: '#ffe2b8' },
    ridges: [
      { at: 0.7, rise: 0.36, rough: 0.42, top: '#5d2a55', bottom: '#8e3f60' },
      { at: 0.94, rise: 0.22, rough: 0.5, top: '#33173c', bottom: '#1d0d26' },
    ],
  },
  'Morning on the lake.jpg': {
    sky: ['#9fd3ee', '#d8eef2', '#fff6e2'],
    sun: { x: 0.42, y: 0.4, radius: 46, colour: '#fffdf0' },
    ridges: [
      { at: 0.6, rise: 0.22, rough: 0.5, top: '#86b6c4', bottom: '#c2dcdf' },
      { at: 0.62, rise: 0.1, rough: 0.58, top: '#5a9296', bottom: '#86b4b0' },
    ],
    water: { at: 0.61, top: '#bfdde3', bottom: '#4d8da3', glint: '#ffffff' },
  },
  'Autumn hills.jpg': {
    sky: ['#8db4c9', '#e4d8bf', '#fbe9c6'],
    ridges: [
      { at: 0.6, rise: 0.16, rough: 0.44, top: '#b98f6a', bottom: '#d9b48a' },
      { at: 0.76, rise: 0.2, rough: 0.46, top: '#b8642f', bottom: '#d98a45' },
      { at: 0.96, rise: 0.22, rough: 0.5, top: '#7a2f1d', bottom: '#4d1c14' },
    ],
  },
} as const satisfies Record<string, SampleImage>;

/** A image as a JPEG of 1600 × 1200, like one of a camera. */
export const drawImage = (image: SampleImage): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(image)))
    .jpeg({ quality: 86 })
    .toBuffer();
