import {
  DomainError,
  noticesLink,
  type DriveId,
  type NoticeSettings,
  type NoticeTarget,
} from '@skyshelf/contracts';
import { isMailAddress } from '@skyshelf/contracts/rules';
import type { Caller, Clock, IdSource, StatementSigner } from '@skyshelf/tokens';
import { LINK_MS, type RequestedAddress, type Notices } from '../domain/notices.js';

/** Only this store has the address: notify asks when it sends. Changes are durable before they return. */
export interface NoticeStore {
  of(drive: DriveId): Promise<Notices>;
  /**
   * Replaces an earlier one; durable with the mail's event.
   * @param counted names under which the mail counts
   * @returns false after too many, or without such an account
   */
  ask(drive: DriveId, asked: RequestedAddress, cause: RequestCause): Promise<boolean>;
  /** @returns false when nothing waits for this confirmation */
  confirm(drive: DriveId, confirmation: string, now: Date): Promise<boolean>;
  remove(drive: DriveId): Promise<void>;
  /** @returns false without such an account */
  stop(drive: DriveId): Promise<boolean>;
}

export interface RequestCause {
  counted: readonly string[];
  actor: string;
  trace: string | null;
  now: Date;
}

export interface NoticeDeps {
  notices: NoticeStore;
  signer: StatementSigner;
  clock: Clock;
  ids: IdSource;
  counted(address: string): string;
}

export async function readNotices(
  { notices, clock }: Pick<NoticeDeps, 'notices' | 'clock'>,
  drive: DriveId,
): Promise<NoticeSettings> {
  const { address, asked } = await notices.of(drive);
  if (!asked || asked.expires <= clock.now()) return { address, asked: null };
  return { address, asked: { address: asked.address, expires: asked.expires.toISOString() } };
}

/**
 * Sends a mail with a link.
 * @throws DomainError `email.invalid`, `notices.too-many`
 */
export async function requestNotices(
  deps: NoticeDeps,
  { drive, sub: actor }: Caller,
  address: string,
  trace: string | null,
): Promise<NoticeSettings> {
  const { notices, clock, ids, counted } = deps;
  if (!isMailAddress(address)) throw new DomainError('email.invalid', { field: 'address' });
  if ((await notices.of(drive)).address !== address) {
    const now = clock.now();
    const asked = { confirmation: ids.next(), address, expires: new Date(now.getTime() + LINK_MS) };
    const names = [nameOfAccount(drive), counted(address.toLowerCase())];
    if (!(await notices.ask(drive, asked, { counted: names, actor, trace, now })))
      throw new DomainError('notices.too-many');
  }
  return readNotices(deps, drive);
}

/** @throws DomainError `link.expired` */
export async function confirmNotices(
  { notices, signer, clock }: Pick<NoticeDeps, 'notices' | 'signer' | 'clock'>,
  code: string,
): Promise<void> {
  const link = noticesLink.safeParse(signer.open(code)).data;
  if (link?.confirmation === STOP) return stopNotices({ notices, signer }, code);
  if (!link || !(await notices.confirm(link.drive, link.confirmation, clock.now())))
    throw new DomainError('link.expired');
}

/** No confirmation is called so: those are random. */
const STOP = 'stop-received';

/** @throws DomainError `link.expired` */
export async function stopNotices(
  { notices, signer }: Pick<NoticeDeps, 'notices' | 'signer'>,
  code: string,
): Promise<void> {
  const link = noticesLink.safeParse(signer.open(code)).data;
  if (link?.confirmation !== STOP || !(await notices.stop(link.drive))) throw new DomainError('link.expired');
}

/**
 * Is null when there is no address.
 * @param confirmation for the mail with the link
 */
export async function noticeTarget(
  { notices, signer, clock }: Pick<NoticeDeps, 'notices' | 'signer' | 'clock'>,
  drive: DriveId,
  {
    confirmation,
    of,
    publicUrl,
  }: { confirmation?: string | undefined; of?: string | undefined; publicUrl: string },
): Promise<NoticeTarget | null> {
  const { address, asked, stopped } = await notices.of(drive);
  if (of === 'received') {
    if (address === null || stopped) return null;
    return { address, publicUrl, code: signer.sign({ kind: 'notices', drive, confirmation: STOP }) };
  }
  if (confirmation === undefined) return address === null ? null : { address, publicUrl, code: null };
  if (asked?.confirmation !== confirmation || asked.expires <= clock.now()) return null;
  return { address: asked.address, publicUrl, code: signer.sign({ kind: 'notices', drive, confirmation }) };
}

export const nameOfAccount = (drive: DriveId): string => `account:${drive}`;
