import type { ProbedMedia } from './probe.js';
import { runProbe } from './probe.js';

/** Containers with an index of all frames: they say their length by it. */
const INDEXED = ['mov'];

/**
 * The length of a film, seconds. Recorders that write to the end know none when they begin (webm of a browser), and a header can say anything; so where there is
 * no index, a frame must be found in the last tenth, or all are looked through: 0.2 s for 100 MB, nothing is decoded.
 * @returns 0 where it has no frames with times
 */
export async function filmDuration(path: string, found: ProbedMedia, signal: AbortSignal): Promise<number> {
  const { duration, container, start } = found;
  if (duration !== null) {
    if (container.split(',').some((name) => INDEXED.includes(name))) return duration;
    const nearEnd = 0.9 * duration;
    // Fast, since a reader jumps there. What it can't jump to is not there.
    const [time] = await frameTimes(path, ['-read_intervals', `${nearEnd + start}%+#1`], signal).catch(
      () => [],
    );
    if (time !== undefined && time - start >= nearEnd - LONGEST_GAP) return duration;
  }
  const times = await frameTimes(path, [], signal);
  return Math.max(0, ...times.map((time) => time - start));
}

/** A jump ends at a key frame, seconds before. */
const LONGEST_GAP = 20;

/** Of the first video stream; of many frames the last ones. */
export async function frameTimes(
  path: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  const asked = [...args, '-select_streams', 'v:0', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const output = await runProbe(path, 'film', asked, signal);
  return output
    .split('\n')
    .map((line) => Number.parseFloat(line))
    .filter(Number.isFinite);
}
