import { performance } from 'node:perf_hooks';
import type { DriveId } from '@skyshelf/contracts';
import type { MongoClient } from 'mongodb';

/** Collections that a command reads and writes under its drive's fence. */
const fenced = new Set(['drives', 'elements']);

/** Tells when a client began to work on a drive. */
export interface DriveWatch {
  /**
   * Looks at a drive from now on. The answer's `stop` says when the first statement about the drive's fence
   * or elements was handed to the server, milliseconds of `performance.now()`; null when there was none.
   */
  begin(drive: DriveId): { stop(): number | null };
}

/** @param client must be monitored (`monitorCommands`) */
export function driveWatch(client: MongoClient): DriveWatch {
  const watched = new Map<string, number | null>();
  client.on('commandStarted', ({ commandName, command }) => {
    if (!fenced.has(String(command[commandName]))) return;
    const text = JSON.stringify(command);
    for (const [drive, began] of watched)
      if (began === null && text.includes(drive)) watched.set(drive, performance.now());
  });
  return {
    begin(drive) {
      watched.set(drive, null);
      return {
        stop() {
          const began = watched.get(drive) ?? null;
          watched.delete(drive);
          return began;
        },
      };
    },
  };
}
