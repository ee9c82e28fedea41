const SIZE = 64 * 1024;

const fill = (unit: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** These texts make patterns with two ways to match the same text take time that grows with its square. */
const UNITS = [
  ' ',
  'a',
  '.',
  'a ',
  '. ',
  ';',
  'a=',
  ',',
  ':',
  '::',
  '0',
  '\t',
  'é',
  'Ё',
  '%',
  '/',
  '-',
  '"',
  '\u0000',
];

/** A text of any size. */
export type HostileText = (size: number) => string;

/** Texts of one unit, alone, behind a beginning that is right, and between ends that are wrong. */
export function hostileTexts({
  units = [],
  begin = '',
}: { units?: readonly string[]; begin?: string } = {}): HostileText[] {
  return [...new Set([...UNITS, ...units])].flatMap((unit) => [
    (size) => fill(unit, size),
    (size) => `${begin}${fill(unit, size)}\u0001`,
    (size) => `\u0001${fill(unit, size)}\u0001`,
  ]);
}

/** The most milliseconds that a reader may take for 64 KB. */
const MOST_MS = 5;
/** Below this, how time grows can't be told from noise, milliseconds. */
const LEAST_MS = 1;
const TRIES = 12;
/** No busy machine explains this, milliseconds. */
const HOPELESS_MS = 500;

/**
 * Whether reading takes too long: more than 5 ms for 64 KB, or time that grows faster than the text. Counts
 * processor time or time on the clock, whichever is less, and the best of several, so that a busy machine
 * fails no one.
 * @returns the first text that takes too long, or null
 */
export function tooSlow(read: (text: string) => unknown, texts: readonly HostileText[]): string | null {
  for (const text of texts) {
    const whole = text(SIZE);
    const took = bestOf(() => read(whole), LEAST_MS);
    const shown = JSON.stringify(whole.slice(0, 16));
    if (took > MOST_MS) return `${took.toFixed(1)} ms for 64 KB of ${shown}`;
    if (took < LEAST_MS) continue;
    const growth = growthOf(read, text);
    if (growth > 10) return `64 KB of ${shown} take ${growth.toFixed(1)} times as long as 16 KB`;
  }
  return null;
}

/**
 * How many times as long four times the text takes: its square would be sixteen, however often and wherever
 * it is measured. A collection of garbage or a cache that is full makes one step between two lengths steep,
 * not the next one.
 */
function growthOf(read: (text: string) => unknown, text: HostileText): number {
  let least = Infinity;
  for (const size of [SIZE, SIZE, 4 * SIZE]) {
    const whole = text(size);
    const quarter = text(size / 4);
    least = Math.min(least, bestOf(() => read(whole)) / bestOf(() => read(quarter)));
    if (least <= 10) break;
  }
  return least;
}

function bestOf(run: () => unknown, enoughMs = LEAST_MS / 4): number {
  let best = Infinity;
  for (let round = 0; round < TRIES; round += 1) {
    const began = performance.now();
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000, performance.now() - began);
    if (best < enoughMs || best > HOPELESS_MS) break;
  }
  return best;
}
