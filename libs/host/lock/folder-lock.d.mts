import type { ProcessIdentity } from './process-identity.mjs';

/** Who holds a lock. */
export interface LockHolder extends ProcessIdentity {
  /** Of this lock alone. */
  id: string;
  /** What the holder says of itself, such as where it answers. */
  note: string | null;
}

export interface FolderLock {
  /** Tells a refused process something of the holder. */
  note(text: string): void;
  /** May be called again. */
  release(): void;
}

/**
 * Takes the lock of this name, unless a living process holds it; of processes that try at the same moment exactly one comes through, also when the last holder was killed.
 */
export function tryFolderLock(path: string): FolderLock | { heldBy: LockHolder };

/**
 * Does the work while no one else, in this process or another, holds the lock of this name. Waits for the one who does; a lock whose process has died is taken over.
 * @param waiting is told once, when there is someone to wait for
 */
export function withFolderLock<T>(
  path: string,
  work: () => Promise<T>,
  waiting?: (pid: number) => void,
): Promise<T>;
