import type { DriveId } from '@skyshelf/contracts';

/** Lets one extension begin a session. */
export interface ConnectionOffer {
  drive: DriveId;
  /** The allowing session, with which it ends. */
  sid: string;
  /** S256 of the extension's verifier (RFC 7636). */
  challenge: string;
  expires: Date;
}

/** The extension waits for it, so this is ample, milliseconds. */
export const CONNECTION_MS = 60_000;
