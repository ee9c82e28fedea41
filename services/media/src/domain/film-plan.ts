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

/** Of x264, and most pixels of the shorter side. */
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

/** Nothing larger than the film. */
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
