export interface FilmStreams {
  video: { codec: string; pixelFormat: string | null; width: number; height: number };
  audio: { codec: string } | null;
}

/** `copy`: only the container changes. */
export interface FilmPlan {
  video: 'copy' | 'encode';
  audio: 'copy' | 'encode' | null;
}

/** H.264 that every browser decodes: 4:2:0 with 8 bits. */
const PLAYED_PIXELS = ['yuv420p', 'yuvj420p'];
const PLAYED_SOUND = ['aac', 'mp3'];
const MOST_LONG = 1920;
/** 1080 in whole blocks of 16. */
const MOST_SHORT = 1088;

/** By content, whatever it is called. */
export function filmPlan({ video, audio }: FilmStreams): FilmPlan {
  const isPlayed =
    video.codec === 'h264' &&
    PLAYED_PIXELS.includes(video.pixelFormat ?? '') &&
    Math.max(video.width, video.height) <= MOST_LONG &&
    Math.min(video.width, video.height) <= MOST_SHORT;
  return {
    video: isPlayed ? 'copy' : 'encode',
    audio: audio && (PLAYED_SOUND.includes(audio.codec) ? 'copy' : 'encode'),
  };
}

/** The preset of x264 and the most pixels of the shorter side. */
export interface EncodingStep {
  preset: 'veryfast' | 'ultrafast';
  height: number;
}

/** Best first; each takes about half the time of the one before. */
export const encodingSteps: readonly [EncodingStep, ...EncodingStep[]] = [
  { preset: 'veryfast', height: 1080 },
  { preset: 'veryfast', height: 720 },
  { preset: 'ultrafast', height: 720 },
  { preset: 'ultrafast', height: 480 },
  { preset: 'ultrafast', height: 360 },
];

/** Times as fast as it plays, to be watched before its end. */
export const LEAST_SPEED = 1.2;

export function stepsFor({
  width,
  height,
}: {
  width: number;
  height: number;
}): [EncodingStep, ...EncodingStep[]] {
  const [best, ...others] = encodingSteps;
  return [best, ...others.filter((step) => step.height < Math.min(width, height) * 1.01)];
}

interface FilmWork {
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
