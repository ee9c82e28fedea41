import { scrubSprite } from '@skyshelf/contracts/browser';

const { columns, rows, width, height } = scrubSprite;
const MOMENTS = columns * rows;

/** WebVTT: hours, minutes, seconds and thousandths. */
function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (unit: number, of: number): string => String(Math.floor(milliseconds / unit) % of);
  return `${part(3_600_000, 1e6).padStart(2, '0')}:${part(60_000, 60).padStart(2, '0')}:${part(1000, 60).padStart(2, '0')}.${part(1, 1000).padStart(3, '0')}`;
}

/**
 * The thumbnails track that players read.
 * @param sprite address with origin
 * @param duration seconds
 */
export function momentsVtt(sprite: string, duration: number): string {
  const cues = Array.from({ length: MOMENTS }, (_, cell) => {
    const x = (cell % columns) * width;
    const y = Math.floor(cell / columns) * height;
    const from = timestamp((cell * duration) / MOMENTS);
    const to = timestamp(((cell + 1) * duration) / MOMENTS);
    return `${from} --> ${to}\n${sprite}#xywh=${x},${y},${width},${height}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
