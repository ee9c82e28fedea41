import {
  DomainError,
  noticesLink,
  type DriveId,
  type NoticeSettings,
  type NoticeTarget,
} from '@skyshelf/contracts';
import { isMailAddress } from '@skyshelf/contracts/rules';
import type { Caller, Clock, IdSource, StatementSigner } from '@skyshelf/tokens';
import { LINK_MS, type AskedAddress, type Notices } from '../domain/notices.js';

/** The addresses for notices, which lie here alone: they leave with the call of notify that sends a mail. Each change is durable before it returns. */
export interface NoticeStore {
  of(drive: DriveId): Promise<Notices>;
  /**
   * Keeps an address to be confirmed, in place of an earlier one; the news that a mail has to go there comes with it.
   * @param counted under which names the mail is counted
   * @returns false when too many were sent under one of them, or there is no such account
   */
  ask(drive: DriveId, asked: AskedAddress, cause: AskCause): Promise<boolean>;
  /** @returns false when nothing waits for this confirmation */
  confirm(drive: DriveId, confirmation: string, now: Date): Promise<boolean>;
  remove(drive: DriveId): Promise<void>;
}

export interface AskCause {
  counted: readonly string[];
  actor: string;
  trace: string | null;
  now: Date;
}

/** What the use cases of notices work with. */
export interface NoticeDeps {
  notices: NoticeStore;
  signer: StatementSigner;
  clock: Clock;
  ids: IdSource;
  /** The name under which an address is counted: it can not be read from it. */
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
 * An account gives a mail address for its notices: a mail with a link goes there.
 * @throws DomainError `email.invalid`, `notices.too-many`
 */
export async function askNotices(
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

/**
 * The link in the mail was followed.
 * @throws DomainError `link.expired`
 */
export async function confirmNotices(
  { notices, signer, clock }: Pick<NoticeDeps, 'notices' | 'signer' | 'clock'>,
  code: string,
): Promise<void> {
  const link = noticesLink.safeParse(signer.open(code)).data;
  if (!link || !(await notices.confirm(link.drive, link.confirmation, clock.now())))
    throw new DomainError('link.expired');
}

/**
 * Where a notice of an account goes now; null for nowhere.
 * @param confirmation of the address that is to be confirmed, for the mail with the link
 */
export async function noticeTarget(
  { notices, signer, clock }: Pick<NoticeDeps, 'notices' | 'signer' | 'clock'>,
  drive: DriveId,
  { confirmation, publicUrl }: { confirmation: string | undefined; publicUrl: string },
): Promise<NoticeTarget | null> {
  const { address, asked } = await notices.of(drive);
  if (confirmation === undefined) return address === null ? null : { address, publicUrl, code: null };
  if (asked?.confirmation !== confirmation || asked.expires <= clock.now()) return null;
  return { address: asked.address, publicUrl, code: signer.sign({ kind: 'notices', drive, confirmation }) };
}

/** Under which name the mails of an account are counted. */
export const nameOfAccount = (drive: DriveId): string => `account:${drive}`;
