import {
  DomainError,
  type AccountPage,
  type BillingContent,
  type Cancellation,
  type ContentCursor,
  type DriveId,
} from '@skyshelf/contracts';
import type { Account } from '../domain/account.js';
import { endAllSessions } from './end-session.js';
import type { Gateway } from './gateway.js';

type Deps = Pick<Gateway, 'accounts' | 'records' | 'audit' | 'clock'>;

export interface CancelledAccount extends Cancellation {
  _id: DriveId;
  user: string;
  sub: string;
}

/** Cancelled and open ones; empty only at the end. */
export async function listCancelled(
  { accounts, records, audit, clock }: Deps,
  admin: DriveId,
  first: DriveId | null,
): Promise<{ docs: CancelledAccount[]; next: DriveId | null }> {
  await audit.add({ at: clock.now(), admin, act: 'cancelled.listed', drive: null });
  for (let after = first; ;) {
    const { docs, next } = await records.cancelled(after);
    const owners = new Map(
      (await accounts.ofDrives(docs.map(({ drive }) => drive))).map((each) => [each.drive, each]),
    );
    const open = docs.flatMap(({ drive, ...cancellation }): CancelledAccount[] => {
      const owner = owners.get(drive);
      return owner?.state === 'open'
        ? [{ _id: drive, user: owner.name, sub: owner.sub, ...cancellation }]
        : [];
    });
    if (open.length > 0 || next === null) return { docs: open, next };
    after = next;
  }
}

/** @throws DomainError `account.not-found`, also for one not cancelled: it is no admin's business */
export async function showAccountData(
  { accounts, records, audit, clock }: Deps,
  { admin, drive }: { admin: DriveId; drive: DriveId },
  after: ContentCursor | null,
): Promise<AccountPage> {
  const account = await accounts.ofDrive(drive);
  const billing = account && (await records.billing(drive));
  if (!account || !billing?.cancellation) throw new DomainError('account.not-found', { field: 'accountId' });
  await audit.add({ at: clock.now(), admin, act: 'content.shown', drive });
  const [s3, db] = await Promise.all([
    isThrough(after, 's3') ? { objects: [], next: null } : records.objects(drive, after?.s3 ?? null),
    isThrough(after, 'db') ? { elements: [], next: null } : records.elements(drive, after?.db ?? null),
  ]);
  const first = after === null && { account: contentOf(account), billing };
  return {
    content: { s3: s3.objects, db: { ...first, elements: db.elements } },
    next: s3.next === null && db.next === null ? null : { s3: s3.next, db: db.next },
  };
}

const isThrough = (after: ContentCursor | null, part: keyof ContentCursor): boolean =>
  after !== null && after[part] === null;

const contentOf = ({ sub, name, state, createdAt }: Account) => ({
  sub,
  name,
  state,
  createdAt: createdAt.toISOString(),
});

/**
 * Begins at once; the account can't be kept.
 * @throws DomainError `account.not-found`, `drive.closed`, `account.not-cancelled`, `account.paid-for`
 */
export async function deleteCancelled(
  gateway: Deps & Pick<Gateway, 'deletions' | 'sessions' | 'revoked'>,
  { admin, drive }: { admin: DriveId; drive: DriveId },
  trace: string | null,
): Promise<void> {
  const { accounts, records, deletions, clock } = gateway;
  const account = await accounts.ofDrive(drive);
  if (!account) throw new DomainError('account.not-found', { field: 'accountId' });
  if (account.state === 'closing') throw new DomainError('drive.closed');
  requireDeletable(await records.billing(drive), clock.now());
  const at = clock.now();
  const audited = { at, admin, act: 'account.deleted', drive } as const;
  await deletions.begin({ drive, askedAt: at, dueAt: at }, { trace, audited });
  await endAllSessions(gateway, drive);
}

function requireDeletable({ cancellation }: BillingContent, now: Date): void {
  if (!cancellation) throw new DomainError('account.not-cancelled', { field: 'accountId' });
  if (Date.parse(cancellation.deleteAfter) > now.getTime())
    throw new DomainError('account.paid-for', { field: 'accountId' });
}
