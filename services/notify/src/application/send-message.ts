import { DomainError, type DriveId } from '@skyshelf/contracts';
import { isMailAddress } from '@skyshelf/contracts/rules';
import type { Notify } from './notify.js';
import { enqueueMail, MAIL_KIND } from './send-mail.js';

export interface WrittenMessage {
  name: string;
  email: string;
  message?: string | undefined;
  captcha?: string | undefined;
}

export interface MessageSender {
  /** Is null for a visitor. */
  drive: DriveId | null;
  address: string;
}

const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u;

export const senderOfAccount = (drive: DriveId): string => `account:${drive}`;

/**
 * One transaction, so that a solution brings one mail.
 * @throws DomainError `name.required`, `input.invalid`, `email.invalid`, `contact.refused`,
 * `contact.too-many`
 */
export async function sendMessage(
  notify: Notify,
  { drive, address }: MessageSender,
  written: WrittenMessage,
): Promise<void> {
  const { captcha, senders, counted, clock, transact, jobs } = notify;
  const text = textOf(checked(written), drive);
  const solved = await captcha.solved(written.captcha ?? '');
  if (!solved) throw new DomainError('contact.refused');
  const names = [counted(address), ...(drive ? [senderOfAccount(drive)] : [])];
  await transact(async (session) => {
    if (!(await senders.spend(session, solved.id, solved.until))) throw new DomainError('contact.refused');
    const now = clock.now();
    if (!(await senders.count(session, names, now))) throw new DomainError('contact.too-many');
    await enqueueMail(notify, session, {
      id: `contact.${solved.id}`,
      kind: 'contact',
      drive,
      created: now,
      confirmation: null,
      replyTo: written.email,
      subject: 'Message from the contact page',
      text,
    });
  });
  jobs.wake(MAIL_KIND);
}

function checked({ name, email, message = '' }: WrittenMessage): Required<Omit<WrittenMessage, 'captcha'>> {
  if (name.trim() === '') throw new DomainError('name.required', { field: 'obj.name' });
  if (UNPRINTABLE.test(name))
    throw new DomainError('input.invalid', { field: 'obj.name', message: 'Write the name in one line.' });
  if (email === '') throw new DomainError('name.required', { field: 'obj.email' });
  if (!isMailAddress(email)) throw new DomainError('email.invalid', { field: 'obj.email' });
  return { name: name.trim(), email, message };
}

/** Input is only in the text, so never a header. */
const textOf = ({ name, email, message }: ReturnType<typeof checked>, drive: DriveId | null): string =>
  [`Name: ${name}`, `Email: ${email}`, `Account: ${drive ?? 'not signed in'}`, '', message, '']
    .join('\n')
    .toWellFormed();
