import type { DriveId } from '@skyshelf/contracts';

/** One sign-in: what a token's `sid` names. */
export interface Session {
  sid: string;
  drive: DriveId;
  createdAt: Date;
  expires: Date;
  revokedAt: Date | null;
  /** When it was last used, to the hour. */
  lastSeenAt: Date;
}

/** What a session is known by: one token for the API, one that tells the page who is signed in. */
export interface Tokens {
  accessToken: string;
  idToken: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}
