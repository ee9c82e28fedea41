/** A process for good: ids alone are used again. `started` is undefined where no one can tell. */
export interface ProcessIdentity {
  pid: number;
  started?: string | undefined;
}

/** True while a process with this id exists (also one of another user). */
export function isAlive(pid: number): boolean;

/**
 * When a process was started, as an opaque word that together with the id names the process for good: ids are used
 * again, so an id alone may name a stranger.
 */
export function startMark(pid: number): string | undefined;

export function identityOf(pid: number): ProcessIdentity;

/** True while this very process exists; a paused one does. */
export function lives(identity: ProcessIdentity): boolean;

/** The command line of a process, its arguments joined by blanks; empty when it is gone. */
export function commandLine(pid: number): string;
