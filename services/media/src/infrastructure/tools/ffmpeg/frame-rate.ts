/** Frames a second as ffmpeg is told them, exactly. */
const usualRates: readonly [rate: number, exact: string][] = [
  [24_000 / 1001, '24000/1001'],
  [24, '24'],
  [25, '25'],
  [30_000 / 1001, '30000/1001'],
  [30, '30'],
  [50, '50'],
  [60_000 / 1001, '60000/1001'],
  [60, '60'],
];
const FASTEST = '60';
const UNKNOWN = '30';

/** The usual rate that a film has, or the next one above it: films of phones and screen recorders have none that is steady. */
export const steadyRate = (average: number | null): string =>
  average === null ? UNKNOWN : (usualRates.find(([rate]) => average <= rate * 1.0004)?.[1] ?? FASTEST);
