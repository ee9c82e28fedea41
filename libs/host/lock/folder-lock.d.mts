import type { ProcessIdentity } from './process-identity.mjs';

export interface LockHolder extends ProcessIdentity {
  id: string;
  note: string | null;
}

export interface FolderLock {
  /** Tells a refused process something of the holder. */
  note(text: string): void;
  release(): void;
}

/**
 * Takes the lock unless a living process holds it; exactly one of several competitors wins, also when the
 * last holder was killed.
 */
export function tryFolderLock(path: string): FolderLock | { heldBy: LockHolder };

/**
 * Waits for the holder, in this process or another; a dead process's lock is taken over.
 * @param waiting is told once, when there is someone to wait for
 */
export function withFolderLock<T>(
  path: string,
  work: () => Promise<T>,
  waiting?: (pid: number) => void,
): Promise<T>;
