import sharp, { type Sharp } from 'sharp';

const colours = [
  [200, 40, 40],
  [40, 160, 60],
  [40, 70, 200],
  [230, 200, 40],
] as const;

/** Draws the picture of every image of the corpus: red, green, blue, yellow. */
export function quarters(width: number, height: number, shift = 0): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
      pixels.set(colours[(quarter + shift) % 4] ?? [], (y * width + x) * 3);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The mean difference of a channel between two pictures of one size, from 0 to 255. */
export async function meanDistance(one: Sharp, other: Sharp): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((each) => each.flatten({ background: 'white' }).removeAlpha().raw().toBuffer()),
  );
  if (!a || !b || a.length !== b.length) return Infinity;
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}
