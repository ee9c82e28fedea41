import { LEAST_SPEED, stepsFor, type EncodingStep } from './film-plan.js';

/** What decides how much work a film is. */
export interface FilmWork {
  codec: string;
  width: number;
  height: number;
  frameRate: number | null;
}

/** What a pixel costs to encode, in pixels that are decoded: HEVC by ffmpeg 5.1, x264 by its presets. */
const encodingWeight: Record<EncodingStep['preset'], number> = { veryfast: 6, ultrafast: 1.3 };
/** Pixels a second that a core without other work gets done, until it has shown it. */
const CORE_CAPACITY = 130e6;
const USUAL_RATE = 25;
const WIDE = 16 / 9;
/** How much the latest film says of the next one: the machine's load changes. */
const SHARE = 0.5;
/**
 * So many times as fast as it plays should a conversion be that is watched: its first second is soon there, and there is something left for the other half
 * of a machine's life.
 */
const GOOD_SPEED = 2;

/** How fast this machine has converted films of each codec, as busy as it was: so no time is lost with trying. */
export class FilmSpeeds {
  private readonly capacities = new Map<string, number>();

  /** @param freeCores how many processors are there for a film now, until one has shown how fast it goes */
  constructor(private readonly freeCores: () => number) {}

  /** How many times as fast as it plays a film can be converted. */
  expected(film: FilmWork, step: EncodingStep): number {
    return this.capacityFor(film) / pixelsPerSecond(film, step);
  }

  private capacityFor({ codec }: FilmWork): number {
    return this.capacities.get(codec) ?? this.freeCores() * CORE_CAPACITY;
  }

  /** A film was converted so many times as fast as it plays. */
  learn(film: FilmWork, step: EncodingStep, speed: number): void {
    const seen = speed * pixelsPerSecond(film, step);
    const before = this.capacities.get(film.codec) ?? seen;
    this.capacities.set(film.codec, before + SHARE * (seen - before));
  }

  /** The best way to convert a film that this machine can keep up with, and the smaller ones after it. */
  choose(film: FilmWork): EncodingStep[] {
    const steps = stepsFor(film);
    const fast = steps.findIndex((step) => this.expected(film, step) >= GOOD_SPEED);
    return steps.slice(fast < 0 ? -1 : fast);
  }
}

/** Whether it is worth beginning again with a smaller picture. */
export const isTooSlow = (speed: number): boolean => speed < LEAST_SPEED;

function pixelsPerSecond({ width, height, frameRate }: FilmWork, step: EncodingStep): number {
  const rate = frameRate ?? USUAL_RATE;
  const made = Math.min(width * height, step.height * step.height * WIDE);
  return rate * (width * height + made * encodingWeight[step.preset]);
}
