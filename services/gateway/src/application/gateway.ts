import type {
  AccessScope,
  AccountOpened,
  BillingContent,
  CancelledPage,
  DriveId,
  ElementContentPage,
  ObjectContentPage,
  ServiceName,
} from '@skyshelf/contracts';
import type { Clock, IdSource, PublicKey, TokenVerifier } from '@skyshelf/tokens';
import type { Account, Profile } from '../domain/account.js';
import type { AuditEntry } from '../domain/audit.js';
import type { PortraitDeps } from './portrait.js';
import type { EndedGeneration, RevokedSession, Session, Tokens } from '../domain/session.js';
import type { Deletion } from '../domain/deletion.js';

/** The one place that knows whose a drive is. */
export interface AccountStore {
  find(sub: string): Promise<Account | null>;
  ofDrive(drive: DriveId): Promise<Account | null>;
  ofDrives(drives: readonly DriveId[]): Promise<Account[]>;
  /**
   * Stores the account and its event in one transaction.
   * @returns false when the person or the drive has one
   */
  open(account: Account, news: { data: AccountOpened; trace: string | null } | null): Promise<boolean>;
  /** Name and picture may change at the provider. */
  describe(profile: Profile): Promise<void>;
}

/** Changes are durable before they return. */
export interface SessionStore {
  insert(session: Session): Promise<void>;
  revoke(sid: string, at: Date): Promise<void>;
  /** @returns null for a session that another account has, or no one */
  find(drive: DriveId, sid: string): Promise<Session | null>;
  /** Last used first. */
  signedIn(drive: DriveId, now: Date, limit: number): Promise<Session[]>;
  /** @returns all revoked sessions of the account with unexpired tokens */
  revokeAll(drive: DriveId, at: Date): Promise<{ sid: string; expires: Date }[]>;
  /** Revokes all tokens with this `sid`, of which no session is kept. */
  endGeneration(ended: EndedGeneration, at: Date, expires: Date): Promise<void>;
  revokedAfter(now: Date, after: { at: Date; sid: string }, limit: number): Promise<RevokedSession[]>;
}

export interface RevokedSessions {
  has(sid: string): boolean;
  /** The connection has been lost for too long. */
  readonly stale: boolean;
  /** Takes effect at once in this process; the others are notified. */
  add(sid: string, expires: number): void;
  /** @returns unsubscribes */
  onRevoked(listener: (sid: string) => void): () => void;
}

export interface SessionUses {
  seen(sid: string): void;
}

export interface GrantedScope {
  drive: DriveId;
  scope: AccessScope;
  issued: Date;
  expires: Date;
}

export interface TokenIssuer {
  readonly publicKeys: PublicKey[];
  sign(account: Account, session: Session): Promise<Tokens>;
  signScope(granted: GrantedScope): Promise<string>;
}

export interface AccountRecords {
  /** A page may be empty and not the last. */
  cancelled(after: DriveId | null): Promise<CancelledPage>;
  billing(drive: DriveId): Promise<BillingContent>;
  elements(drive: DriveId, after: string | null): Promise<ElementContentPage>;
  objects(drive: DriveId, after: string | null): Promise<ObjectContentPage>;
}

/** Durable before it returns. */
export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  latest(limit: number): Promise<AuditEntry[]>;
}

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

/** Running and finished ones. Changes are durable before they return. */
export interface DeletionStore {
  /**
   * All in one transaction.
   * @returns the deletion, or the earlier one; null without such an account
   */
  begin(
    wanted: Pick<Deletion, 'drive' | 'askedAt' | 'dueAt'>,
    cause: { trace: string | null; audited?: AuditEntry },
  ): Promise<Deletion | null>;
  find(drive: DriveId): Promise<Deletion | null>;
  /** Replaces an earlier code; null when it is too late. */
  offer(drive: DriveId, expires: Date): Promise<{ code: string; dueAt: Date } | null>;
  /** Reopens the account. False for a bad or used code. */
  keep(code: string, now: Date, trace: string | null): Promise<boolean>;
  /** It can't be kept from now on. Null when it was, or is not due. */
  start(drive: DriveId, now: Date): Promise<Deletion | null>;
  noteForgotten(drive: DriveId, service: ServiceName, now: Date): Promise<void>;
  end(drive: DriveId, now: Date): Promise<void>;
  /** Open ones first, then finished ones, the latest first. */
  list(limit: number): Promise<Deletion[]>;
  /** Drives of closing accounts that no deletion knows. */
  unrecorded(): Promise<DriveId[]>;
  /** Enters jobs again for unfinished ones. */
  resume(drives: readonly DriveId[], now: Date): Promise<void>;
}
