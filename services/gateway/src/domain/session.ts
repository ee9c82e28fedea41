import type { DriveId, ScopeKind } from '@skyshelf/contracts';

/** Tells sessions apart for their owner. */
export interface SessionOrigin {
  device: string | null;
  browser: string | null;
  /** The address without its last part. */
  place: string;
}

/** null: all that its user may. Only an extension's begins here; of other kinds, what has ended is kept. */
export type SessionScope = ScopeKind | null;

/** The session that a token's `sid` names. */
export interface Session {
  sid: string;
  drive: DriveId;
  createdAt: Date;
  expires: Date;
  revokedAt: Date | null;
  lastSeenAt: Date;
  /** Is null for the operator's tokens and for old sessions. */
  origin: SessionOrigin | null;
  scope: SessionScope;
}

/** The tokens of one generation of a scope. */
export interface EndedGeneration {
  sid: string;
  kind: ScopeKind;
  drive: DriveId;
}

/** A revocation matters only until the session's token expires. */
export interface RevokedSession {
  sid: string;
  expires: Date;
  revokedAt: Date;
}

/** The access token is for the API, the identity token for the page. */
export interface Tokens {
  accessToken: string;
  idToken: string;
  /** Unit: milliseconds since the epoch. */
  expiresAt: number;
}

/** Lets one extension begin a session. */
export interface ConnectionOffer {
  drive: DriveId;
  /** The allowing session, with which it ends. */
  sid: string;
  /** The S256 hash of the extension's verifier (RFC 7636). */
  challenge: string;
  expires: Date;
}

/** The extension waits for it, so this is ample, milliseconds. */
export const CONNECTION_MS = 60_000;
