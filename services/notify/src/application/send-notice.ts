import type { DriveId } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import { deletionNotice, type Notice } from '../domain/notice-texts.js';
import type { Notify } from './notify.js';
import { enqueueMail, MAIL_KIND } from './send-mail.js';

export interface CausedNotice {
  drive: DriveId;
  cause: string;
  notice: Notice;
  confirmation?: string;
}

const mailIdOf = ({ kind }: Notice, cause: string): string => `${kind}.${cause.replaceAll(/[^\w-]/g, '.')}`;

/** Enters the mail in the transaction of its cause; the caller then wakes MAIL_KIND. */
export const enqueueNotice = (
  notify: Notify,
  session: ClientSession,
  { drive, cause, notice, confirmation }: CausedNotice,
): Promise<void> =>
  enqueueMail(notify, session, {
    id: mailIdOf(notice, cause),
    ...notice,
    drive,
    confirmation: confirmation ?? null,
    replyTo: null,
    created: notify.clock.now(),
  });

export async function sendNotice(notify: Notify, caused: CausedNotice): Promise<void> {
  await notify.transact((session) => enqueueNotice(notify, session, caused));
  notify.jobs.wake(MAIL_KIND);
}

/**
 * Sends the mail while the address is known; may be repeated. Repeatable.
 * @param asked by its owner
 * @returns false while the mail waits
 */
export async function sendDeletionNotice(notify: Notify, drive: DriveId, asked: string): Promise<boolean> {
  if (notify.sender.way === 'none') return true;
  const cause = `${drive}.${Date.parse(asked)}`;
  const notice = deletionNotice();
  await sendNotice(notify, { drive, cause, notice });
  return (await notify.mails.findWaiting(mailIdOf(notice, cause))) === null;
}
