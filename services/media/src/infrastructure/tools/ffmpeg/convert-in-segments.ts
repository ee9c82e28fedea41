import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { derivatives } from '@skyshelf/contracts';
import type { MadeFile } from '../../../application/kind.js';
import type { LiveStage } from '../../../application/live-films.js';
import { encodingSteps, type EncodingStep, FilmSpeeds, isTooSlow } from '../../../domain/film-plan.js';
import { SEGMENT_SECONDS, segmentCount } from '../../../domain/live-segments.js';
import { TryFailure } from '../../../domain/refusal.js';
import { SegmentedRun } from '../../live/segmented-run.js';
import { sizeAt } from './film-encoding.js';
import type { FilmRun } from './moments-of.js';
import { joinSegments, writeSegments, type FilmWithSound } from './write-segments.js';

export type ConversionRun = FilmRun & {
  onProgress: (percent: number) => void;
  stage?: LiveStage | undefined;
};

const speeds = new FilmSpeeds(freeCores);

function freeCores(): number {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  return load > cores ? (cores * cores) / (load + 1) : cores;
}

const MOST_SEGMENTS = 36_000;
/** Shorter films get the best step. */
const SHORT_SECONDS = 8;
/** Milliseconds: before, a program starts; after, no one wants to begin again. */
const JUDGED_FROM_MS = 5000;
const JUDGED_UNTIL_MS = 15_000;
const LOOK_MS = 250;

/** A list beforehand needs a length. */
export const canBeSegmented = ({ duration }: FilmWithSound): boolean =>
  duration > 0 && segmentCount(duration) <= MOST_SEGMENTS;

/**
 * Watchable at once; joined at the end. A machine that can't keep up begins again with a smaller picture.
 * Throws as `runFfmpeg`; TryFailure when the film becomes too large.
 */
export async function convertInSegments(film: FilmWithSound, run: ConversionRun): Promise<MadeFile> {
  const { stream, duration } = film;
  const steps = duration < SHORT_SECONDS ? encodingSteps.slice(0, 1) : speeds.choose(stream);
  for (const [n, step] of steps.entries()) {
    const path = await segmentsOf(film, step, run, n < steps.length - 1);
    if (path !== null) return { path, ...sizeAt(stream, step) };
  }
  throw new TryFailure('tooSlow');
}

/** Null: this machine is too slow for it. */
async function segmentsOf(
  film: FilmWithSound,
  step: EncodingStep,
  { stage, folder, limits, signal, stallMs, onProgress }: ConversionRun,
  mayStop: boolean,
): Promise<string | null> {
  const { maxBytes } = derivatives.mp4;
  const live = new SegmentedRun({
    folder: (await stage?.folder()) ?? join(folder, 'live'),
    duration: film.duration,
    maxBytes,
    write: (writing) =>
      writeSegments(film, step, { ...writing, limits, ...(stallMs !== undefined && { stallMs }) }),
    onSegments: (share) => onProgress(share * 100),
  });
  const close = () => void live.close();
  signal.addEventListener('abort', close, { once: true });
  let isShown = false;
  try {
    const show = async () => (isShown = (await stage?.show(live)) ?? false);
    if (!(await watch(live, { show, maxBytes, mayStop, signal }))) {
      speeds.learn(film.stream, step, live.speed * SEGMENT_SECONDS);
      await stage?.withdraw(live);
      await live.close();
      return null;
    }
    await live.whole();
    if (live.written > 2) speeds.learn(film.stream, step, live.speed * SEGMENT_SECONDS);
    const path = await joinSegments(live.segments, live.written, { folder, limits, signal });
    if (!isShown) await live.close();
    return path;
  } catch (error) {
    await stage?.withdraw(live);
    await live.close();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
  }
}

interface Watch {
  show(): Promise<unknown>;
  maxBytes: number;
  mayStop: boolean;
  signal: AbortSignal;
}

/** Resolves when everything is written; false means that it is too slow. False: too slow. */
async function watch(live: SegmentedRun, { show, maxBytes, mayStop, signal }: Watch): Promise<boolean> {
  for (let shown = false; !live.hasEnded;) {
    await Promise.race([live.next(), pause(LOOK_MS)]);
    signal.throwIfAborted();
    if (!shown && live.written > 0) {
      shown = true;
      await show();
    }
    if (live.bytes > maxBytes) throw new TryFailure('died');
    if (!mayStop || live.ms < JUDGED_FROM_MS || live.ms > JUDGED_UNTIL_MS || live.hasEnded) continue;
    if (!isTooSlow(live.speed * SEGMENT_SECONDS)) continue;
    return false;
  }
  return true;
}
