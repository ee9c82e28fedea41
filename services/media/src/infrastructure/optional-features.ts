import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { HealthCheck } from '@skyshelf/service';

const onPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const feature = (name: string, program: string, hint: string): HealthCheck => ({
  name,
  check: async () => (onPath(program) ? { status: 'ok' } : { status: 'off', hint }),
});

/** What works only when a program of the system is installed. Without it the product runs, and `/health` says how to get it. */
export const optionalFeatures: readonly HealthCheck[] = [
  feature(
    'video',
    'ffmpeg',
    'Video thumbnails and conversion are off. To switch them on: apt-get install ffmpeg (macOS: brew install ffmpeg), then start again.',
  ),
];
