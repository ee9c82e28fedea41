import type {
  AccountOpened,
  BillingContent,
  CancelledPage,
  DriveId,
  ElementContentPage,
  ObjectContentPage,
} from '@skyshelf/contracts';
import type { Clock, IdSource, PublicKey, TokenVerifier } from '@skyshelf/tokens';
import type { Account, Profile } from '../domain/account.js';
import type { AuditEntry } from '../domain/audit.js';
import type { DeletionStore } from './deletion-store.js';
import type { PortraitDeps } from './portrait.js';
import type { RevokedSession, Session, Tokens } from '../domain/session.js';

/** `sub → drive`: the one place that knows whose a drive is. */
export interface AccountStore {
  find(sub: string): Promise<Account | null>;
  ofDrive(drive: DriveId): Promise<Account | null>;
  /** Those of these that there are. */
  ofDrives(drives: readonly DriveId[]): Promise<Account[]>;
  /**
   * Opens an account; its news becomes durable together with it.
   * @returns false when the person or the drive has one
   */
  open(account: Account, news: { data: AccountOpened; trace: string | null } | null): Promise<boolean>;
  /** People change their name and picture at the provider. */
  describe(profile: Profile): Promise<void>;
}

/** Each change is durable before it returns. */
export interface SessionStore {
  insert(session: Session): Promise<void>;
  /** Repeating it changes nothing. */
  revoke(sid: string, at: Date): Promise<void>;
  /** @returns null for a session that another account has, or no one */
  find(drive: DriveId, sid: string): Promise<Session | null>;
  /** Those that are signed in, the one used last first. */
  signedIn(drive: DriveId, now: Date, limit: number): Promise<Session[]>;
  /** @returns all revoked sessions of the account whose tokens are still within their time */
  revokeAll(drive: DriveId, at: Date): Promise<{ sid: string; expires: Date }[]>;
  /** Those whose tokens are still within their time, in the order of being revoked, behind a place in it. */
  revokedAfter(now: Date, after: { at: Date; sid: string }, limit: number): Promise<RevokedSession[]>;
}

/** The list by which this process refuses tokens. */
export interface RevokedSessions {
  has(sid: string): boolean;
  /** True when too long out of touch to say who is still signed in. */
  readonly stale: boolean;
  /** At once in this process; the others hear of it. */
  add(sid: string, expires: number): void;
  /**
   * Hears of each session as it is revoked.
   * @returns what ends it
   */
  onRevoked(listener: (sid: string) => void): () => void;
}

export interface SessionUses {
  /** Called for each request of a session. */
  seen(sid: string): void;
}

export interface TokenIssuer {
  /** The keys by which others check tokens. */
  readonly publicKeys: PublicKey[];
  sign(account: Account, session: Session): Promise<Tokens>;
}

/** What the other services have of an account. */
export interface AccountRecords {
  /** Accounts all of whose subscriptions are cancelled, behind a drive; a page may be empty and not the last. */
  cancelled(after: DriveId | null): Promise<CancelledPage>;
  billing(drive: DriveId): Promise<BillingContent>;
  /** A page, behind an element. */
  elements(drive: DriveId, after: string | null): Promise<ElementContentPage>;
  /** A page, behind a key. */
  objects(drive: DriveId, after: string | null): Promise<ObjectContentPage>;
}

/** What admins have done. Durable before it returns. */
export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  latest(limit: number): Promise<AuditEntry[]>;
}

/** What the use cases of the gateway work with. */
export interface Gateway extends PortraitDeps {
  accounts: AccountStore;
  sessions: SessionStore;
  deletions: DeletionStore;
  records: AccountRecords;
  audit: AuditLog;
  revoked: RevokedSessions;
  uses: SessionUses;
  issuer: TokenIssuer;
  tokens: TokenVerifier;
  clock: Clock;
  ids: IdSource;
}
