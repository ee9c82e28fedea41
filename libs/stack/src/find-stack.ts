import { resolve } from 'node:path';
import type { ManagedServer } from './managed-server.js';
import { openServers } from './open-stack.js';
import { readStackNote } from './stack-note.js';

/**
 * Toxiproxy included, running or not; undefined when there is none. Servers started through it survive this
 * process.
 */
export function findStack(folder: string): { servers: ManagedServer[] } | undefined {
  const path = resolve(folder);
  const note = readStackNote(path);
  if (!note) return undefined;
  const { servers, toxiproxy } = openServers(path, note, { bound: false });
  return { servers: toxiproxy ? [...servers, toxiproxy] : servers };
}
