import {
  DomainError,
  type DriveId,
  type ErrorCode,
  type OpenShare,
  type OpId,
  type SavedShare,
  type ShownFolder,
} from '@skyshelf/contracts';
import type { Sealer } from '@skyshelf/tokens';
import type { Gateway } from '../gateway.js';

export class RefusedFor extends DomainError {
  constructor(
    code: ErrorCode,
    readonly waitMs: number,
    message?: string,
  ) {
    super(code, message === undefined ? {} : { message });
  }
}

/** A browser that has opened a link. */
export interface Visit {
  drive: DriveId;
  /** It names the link. */
  id: string;
  generation: number;
  /** Drawn at each opening. */
  visitor: string;
}

export interface SaveInto {
  drive: DriveId;
  sub: string;
  /** Default: the root. */
  folderId?: string | undefined;
  opId: OpId;
}

export interface ShareCalls {
  find(hash: string): Promise<OpenShare | null>;
  /** @param sent bytes since the last call */
  watch(drive: DriveId, id: string, sent: number): Promise<{ share: OpenShare | null; sentToday: number }>;
  /** @returns false where the limit is reached */
  count(drive: DriveId, id: string, what: 'opened' | 'downloads', limit: number | null): Promise<boolean>;
  takeBack(drive: DriveId, id: string, what: 'downloads'): Promise<void>;
  /** @throws DomainError `folder.not-found` */
  list(share: OpenShare, path: string): Promise<ShownFolder>;
  /** Copies what it shows into the drive of a user who has opened it. */
  save(visit: Visit, into: SaveInto): Promise<SavedShare>;
  newest(share: OpenShare): Promise<{ id: string; name: string; kind: string; born: string }[]>;
}

/** Counted over all replicas; each change is durable before it returns. */
export interface PasswordTries {
  /** Counts a try before it is judged. @returns milliseconds to wait after too many from this address, else 0 */
  begin(link: string, address: string): Promise<number>;
  /** The password was right. */
  takeBack(link: string, address: string): Promise<void>;
  /** @returns milliseconds for which the answer waits */
  noteWrong(link: string): Promise<number>;
}

/** Only a visitor who has begun a download goes on with it. */
export interface BegunDownloads {
  note(visit: Visit, what: string): Promise<void>;
  has(visit: Visit, what: string): Promise<boolean>;
}

export interface VisitDeps {
  gateway: Pick<Gateway, 'accounts' | 'issuer' | 'revoked' | 'clock'>;
  shares: ShareCalls;
  tries: PasswordTries;
  begun: BegunDownloads;
  sealer: Sealer;
  /** The limit for one link. */
  dailyBytes: number;
  /** A visitor was refused because the link has sent as much. */
  onTrafficUsedUp(): void;
}
