/** As ffmpeg takes them, exactly. */
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
/** Hardly any frames, maybe hours apart: each moment is encoded. */
const SPARSE = { below: 2, rate: '2' } as const;
const FASTEST = '60';
const UNKNOWN = '30';

/** The film's usual rate, or the next above: phones and screen recorders have no steady one. */
export function steadyRate(average: number | null): string {
  if (average === null) return UNKNOWN;
  if (average < SPARSE.below) return SPARSE.rate;
  return usualRates.find(([rate]) => average <= rate * 1.0004)?.[1] ?? FASTEST;
}
