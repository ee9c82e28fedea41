import { join } from 'node:path';
import { withFolderLock } from '../../libs/host/lock/folder-lock.mjs';
import { say } from './messages.mjs';
import { cannotWrite, makeFolder } from './notes.mjs';

/**
 * Does the work while no other set-up works in the same folder; waits for the other one first, and takes over
 * from one that has died.
 * @throws {SetupError} when the lock cannot be written
 */
export async function withLock(folder, work) {
  const path = join(folder, 'lock');
  makeFolder(folder);
  let isOurs = false;
  const begin = () => {
    isOurs = true;
    return work();
  };
  const waiting = (pid) => say(`• Another set-up (process ${pid}) is at work here; waiting for it …`);
  try {
    return await withFolderLock(path, begin, waiting);
  } catch (error) {
    throw isOurs ? error : cannotWrite(path, error);
  }
}
