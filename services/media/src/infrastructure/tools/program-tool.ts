import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DomainError } from '@skyshelf/contracts';
import type { Tool } from '../../application/kind.js';

/** Searches this process's PATH; null when it is not installed. */
export function findProgram(program: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/**
 * Looked for each time: it may be installed later.
 * @throws DomainError `service.unavailable` when it is not installed
 */
export function programPath(program: string): string {
  const path = findProgram(program);
  if (path === null)
    throw new DomainError('service.unavailable', { message: `${program} is not installed.` });
  return path;
}

/**
 * Without its programs it is off, and `/health` says how to get them.
 * @param words `off`: what is off without it; `packages`: of apt and brew, as typed
 */
export const programTool = (
  name: string,
  programs: readonly string[],
  { off, packages, brew = packages }: { off: string; packages: string; brew?: string },
): Tool => ({
  name,
  check: async () =>
    programs.every(findProgram)
      ? { status: 'ok' }
      : {
          status: 'off',
          hint: `${off} To switch them on: apt-get install ${packages} (macOS: brew install ${brew}).`,
        },
});
