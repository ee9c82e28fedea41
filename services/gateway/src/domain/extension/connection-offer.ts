import type { DriveId } from '@skyshelf/contracts';

/** A user's leave for one browser extension to begin a session of theirs. */
export interface ConnectionOffer {
  drive: DriveId;
  /** The session that gave it: with that one it ends. */
  sid: string;
  /** S256 of the verifier that the extension keeps (RFC 7636). */
  challenge: string;
  expires: Date;
}

/** The extension waits for it, so this is ample, milliseconds. */
export const CONNECTION_MS = 60_000;
