import type { DriveId } from '@skyshelf/contracts';

/** What a session was begun with, as far as its owner needs it to tell one from the other. */
export interface SessionOrigin {
  device: string | null;
  browser: string | null;
  /** The address without its last part. */
  place: string;
}

/** What a session may do: all that its user may, or what the browser's extension needs. */
export type SessionScope = 'extension' | null;

/** One sign-in: what a token's `sid` names. */
export interface Session {
  sid: string;
  drive: DriveId;
  createdAt: Date;
  expires: Date;
  revokedAt: Date | null;
  /** When it was last used, to the hour. */
  lastSeenAt: Date;
  /** Null for a token that the operator made, and for sessions from before it was kept. */
  origin: SessionOrigin | null;
  scope: SessionScope;
}

/** A session that ended before its token does. */
export interface RevokedSession {
  sid: string;
  /** When its token expires by itself. */
  expires: Date;
  revokedAt: Date;
}

/** What a session is known by: one token for the API, one that tells the page who is signed in. */
export interface Tokens {
  accessToken: string;
  idToken: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}
