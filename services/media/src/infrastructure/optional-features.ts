import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { HealthCheck } from '@skyshelf/service';
import { kinds } from '../kinds/registry.js';
import { findIsolation, protections } from './tools/isolation.js';

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
  isPublic: true,
  check: async () => (onPath(program) ? { status: 'ok' } : { status: 'off', hint }),
});

/** How far child processes can be shut in on this machine. It is the operator's to know: strangers would learn what to try. */
export const isolationCheck: HealthCheck = {
  name: 'media.isolation',
  check: async () => {
    const { missing } = await findIsolation();
    if (missing.length === 0) return { status: 'ok' };
    const risks = missing.map((each) => protections[each]).join('; ');
    return { status: 'off', hint: `This machine does not allow all protections: ${risks}.` };
  },
};

/** What works only when a program of the system is installed. Without it the product runs, and `/health` says how to get it. */
export const optionalFeatures: readonly HealthCheck[] = [
  feature(
    'video',
    'ffmpeg',
    'Video thumbnails and conversion are off. To switch them on: apt-get install ffmpeg (macOS: brew install ffmpeg), then start again.',
  ),
  ...new Map(
    Object.values(kinds).map(({ tool }) => [
      tool.name,
      { name: `media.${tool.name}`, isPublic: true, check: () => tool.check() },
    ]),
  ).values(),
];
