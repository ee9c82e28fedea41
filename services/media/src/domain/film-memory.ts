interface FrameFormat {
  width: number;
  height: number;
  pixelFormat: string | null;
}

const BASE_MB = 60;
/** Held at a time while all, or key frames alone, are decoded; measured with ffmpeg 5.1 at 4K and 8K. */
const FRAMES = { all: 13, keys: 4 } as const;

/** Estimates the MiB of a frame from its size and pixel format. */
function frameMb({ width, height, pixelFormat }: FrameFormat): number {
  const name = pixelFormat ?? 'yuv420p';
  const samples = /444|rgb|bgr|gbr/.test(name) ? 3 : /422|yuyv|uyvy/.test(name) ? 2 : 1.5;
  return (width * height * samples * (/(?:9|1[0246])(?:le|be)/.test(name) ? 2 : 1)) / 2 ** 20;
}

/** MiB that ffmpeg takes with so many readers at a time. */
export const filmMemory = (stream: FrameFormat, decoded: keyof typeof FRAMES, readers = 1): number =>
  BASE_MB + readers * FRAMES[decoded] * frameMb(stream);
