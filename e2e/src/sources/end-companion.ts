import { mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { processesOf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { expect } from 'vitest';

/**
 * Kills the process that fetches files from elsewhere, and keeps it from coming back: where it would listen a
 * folder lies, so that it ends whenever it is started again.
 * @returns lets it come back
 */
export async function endCompanion(skyshelf: LaunchedSkyshelf): Promise<() => void> {
  const socket = join(skyshelf.dataFolder, 'run/src.sock');
  process.kill(companionOf(skyshelf), 'SIGKILL');
  await expect.poll(() => replacedByFolder(socket)).toBe(true);
  return () => rmdirSync(socket);
}

function companionOf({ dataFolder }: LaunchedSkyshelf): number {
  const found = processesOf(dataFolder).find(({ command }) => command.includes('/companion/'));
  return found?.pid ?? expect.unreachable('there is no such process');
}

/** Before it is started again, which takes a moment; else once more. */
function replacedByFolder(socket: string): boolean {
  rmSync(socket, { recursive: true, force: true });
  mkdirSync(socket);
  return statSync(socket).isDirectory();
}
