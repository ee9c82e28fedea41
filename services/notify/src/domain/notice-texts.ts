import type { MailKind } from '@skyshelf/contracts';
import { sizeParts } from '@skyshelf/contracts/rules';
import type { Mail } from './mail.js';

export type Notice = Pick<Mail, 'subject' | 'text'> & { kind: Exclude<MailKind, 'contact'> };

const END = `Skyshelf at {url}
You get this because you gave this address for notices. To change or remove it: {url}/account
`;

const noticeOf = (
  kind: Notice['kind'],
  subject: string,
  paragraphs: readonly string[],
  end = END,
): Notice => ({
  kind,
  subject,
  text: [...paragraphs, `-- \n${end}`].join('\n\n'),
});

/** Time zones are unknown here. */
const momentOf = (iso: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`;

/** Unconfirmed: says nothing of the account. */
export const confirmationNotice = (): Notice =>
  noticeOf(
    'confirmation',
    'Confirm your address for notices',
    [
      'Someone asked Skyshelf to send the notices of their account to this address. If that was you, open this link within 24 hours:',
      '{url}/confirm-notices#{code}',
      'If it was not you, do nothing: no notices will come, and the link stops working by itself.',
    ],
    'Skyshelf at {url}\n',
  );

export const closingNotice = (deleteAfter: string): Notice =>
  noticeOf('closing', 'Your account will be deleted', [
    `You asked for your account to be deleted. After ${momentOf(deleteAfter)} everything in it is removed for good.`,
    'To keep it, log in before then and choose "Keep my account":',
    '{url}/',
    'If you did not ask for this, do that now.',
  ]);

/** Without the account page, which is gone. */
export const deletionNotice = (): Notice =>
  noticeOf(
    'deletion',
    'Your account is being deleted',
    [
      'The deletion of your account has begun and cannot be stopped. Everything in it is removed, this address too: no more mails will come.',
    ],
    'Skyshelf at {url}\n',
  );

export const paymentFailedNotice = ({ plan, until }: { plan: string; until: string }): Notice =>
  noticeOf('payment-failed', 'A payment has failed', [
    `A payment for your plan ${plan} has failed. You keep the plan until ${momentOf(until)}.`,
    'To keep it after that, see to it at your payment provider that the payment can be made, or subscribe again:',
    '{url}/pricing',
    AFTERWARDS,
  ]);

export const cancelledNotice = ({ plan, until }: { plan: string; until: string }): Notice =>
  noticeOf('subscription-cancelled', 'Your subscription is cancelled', [
    `Your subscription of the plan ${plan} is cancelled. You keep the plan until ${momentOf(until)}, which is paid for.`,
    'To keep it after that, subscribe again:',
    '{url}/pricing',
    AFTERWARDS,
  ]);

const AFTERWARDS =
  'Without it you have less space. If you use more than that, you can still read and delete everything, and upload nothing.';

export const quotaNotice = ({ used, quota }: { used: number; quota: number }): Notice =>
  noticeOf('quota', 'Your space is almost used up', [
    `You use ${sizeOf(used)} of your ${sizeOf(quota)}. When it is used up, uploads are refused.`,
    'Delete what you no longer need, or choose a larger plan:',
    '{url}/pricing',
  ]);

/** Its name may hold what stands for the address of the installation. */
const plain = (name: string): string => name.replaceAll(/[{}]/g, '');

export const receivedNotice = ({ files, folder }: { files: number; folder: string }): Notice => {
  const what = files === 1 ? '1 file' : `${files} files`;
  const it = files === 1 ? 'it' : 'them';
  return noticeOf(
    'received',
    `${what} for you in ${plain(folder)}`,
    [
      `${what} came by a link with which you ask for files. You find ${it} in the folder "${plain(folder)}":`,
      '{url}/',
    ],
    `${END}To get no more of these mails: {url}/stop-notices#{code}\n`,
  );
};

const sizeOf = (bytes: number): string => sizeParts(bytes).join(' ');
