import { LEAST_SPEED, stepsFor, type EncodingStep } from './film-plan.js';

export interface FilmWork {
  codec: string;
  width: number;
  height: number;
  frameRate: number | null;
}

/** Pixels decoded in the time one is encoded: HEVC by ffmpeg 5.1, x264 by its presets. */
const encodingWeight: Record<EncodingStep['preset'], number> = { veryfast: 6, ultrafast: 1.3 };
/** Pixels a second of an idle core, until it has shown its own. */
const CORE_CAPACITY = 130e6;
const USUAL_RATE = 25;
const WIDE = 16 / 9;
/** The latest film's weight: the load changes. */
const SHARE = 0.5;
/** Times as fast as it plays: half of the machine is left. */
const GOOD_SPEED = 2;

/** By codec, as busy as the machine was. */
export class FilmSpeeds {
  private readonly capacities = new Map<string, number>();

  /** @param freeCores until a film has shown how fast it goes */
  constructor(private readonly freeCores: () => number) {}

  /** Times as fast as it plays. */
  expected(film: FilmWork, step: EncodingStep): number {
    return this.capacityFor(film) / pixelsPerSecond(film, step);
  }

  private capacityFor({ codec }: FilmWork): number {
    return this.capacities.get(codec) ?? this.freeCores() * CORE_CAPACITY;
  }

  /** `speed`: times as fast as it plays. */
  learn(film: FilmWork, step: EncodingStep, speed: number): void {
    const seen = speed * pixelsPerSecond(film, step);
    const before = this.capacities.get(film.codec) ?? seen;
    this.capacities.set(film.codec, before + SHARE * (seen - before));
  }

  /** The best step this machine keeps up with, and smaller ones. */
  choose(film: FilmWork): EncodingStep[] {
    const steps = stepsFor(film);
    const fast = steps.findIndex((step) => this.expected(film, step) >= GOOD_SPEED);
    return steps.slice(fast < 0 ? -1 : fast);
  }
}

export const isTooSlow = (speed: number): boolean => speed < LEAST_SPEED;

function pixelsPerSecond({ width, height, frameRate }: FilmWork, step: EncodingStep): number {
  const rate = frameRate ?? USUAL_RATE;
  const made = Math.min(width * height, step.height * step.height * WIDE);
  return rate * (width * height + made * encodingWeight[step.preset]);
}
