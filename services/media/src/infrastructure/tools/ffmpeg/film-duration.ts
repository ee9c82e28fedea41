import type { ProbedMedia } from './probe.js';
import { runProbe } from './probe.js';

/** Containers whose length comes from an index of all frames. */
const INDEXED = ['mov'];

/**
 * Seconds; 0 without frames that have times. Recorders that stream know no length (a browser's webm), and a
 * header can say anything: without an index a frame must be in the last tenth, or all are looked through (0.2
 * s for 100 MB, undecoded).
 */
export async function filmDuration(path: string, found: ProbedMedia, signal: AbortSignal): Promise<number> {
  const { duration, container, start, video } = found;
  if (!video) return duration ?? 0;
  if (duration !== null) {
    if (container.split(',').some((name) => INDEXED.includes(name))) return duration;
    const nearEnd = 0.9 * duration;
    // Fast, as a reader jumps there; else it is not there.
    const [time] = await frameTimes(
      path,
      video.index,
      ['-read_intervals', `${nearEnd + start}%+#1`],
      signal,
    ).catch(() => []);
    if (time !== undefined && time - start >= nearEnd - LONGEST_GAP) return duration;
  }
  const times = await frameTimes(path, video.index, [], signal);
  return Math.max(0, ...times.map((time) => time - start));
}

/** A jump ends at a key frame, seconds before. */
const LONGEST_GAP = 20;

export async function frameTimes(
  path: string,
  stream: number,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  const asked = [
    ...args,
    '-select_streams',
    String(stream),
    '-show_entries',
    'packet=pts_time',
    '-of',
    'csv=p=0',
  ];
  const output = await runProbe(path, 'film', asked, signal);
  return output
    .split('\n')
    .map((line) => Number.parseFloat(line))
    .filter(Number.isFinite);
}
