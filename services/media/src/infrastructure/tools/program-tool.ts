import { DomainError } from '@skyshelf/contracts';
import type { Tool } from '../../application/kind.js';
import { findProgram } from './find-program.js';

/**
 * The path of a program of the system. It is looked for each time: one that is installed later is used from then on.
 * @throws DomainError `service.unavailable` when it is not installed
 */
export function programPath(program: string): string {
  const path = findProgram(program);
  if (path === null)
    throw new DomainError('service.unavailable', { message: `${program} is not installed.` });
  return path;
}

/**
 * A tool that is made of programs of the system. Without them it is off, and `/health` says how to get them.
 * @param words `off`: what is off without it; `packages`: those of apt and brew that bring it, as they are typed
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
