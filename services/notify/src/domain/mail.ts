import type { DriveId, MailKind } from '@skyshelf/contracts';

export const MAIL_KEPT_MS = 30 * 86_400_000;

export interface Mail {
  /** The id follows from its cause and has letters, digits, `.`, `-` and `_`. Letters, digits, `.`, `-`, `_`. */
  id: string;
  kind: MailKind;
  /** Is null without an account. */
  drive: DriveId | null;
  confirmation: string | null;
  /** Null: no answer wanted. */
  replyTo: string | null;
  subject: string;
  /** In notices, `{url}` and `{code}` are filled in when sent. */
  text: string;
  created: Date;
}

export interface Email extends Pick<Mail, 'id' | 'replyTo' | 'subject' | 'text'> {
  from: string;
  to: string;
  /** The same at each try, so duplicates are recognised. */
  messageId: string;
  date: Date;
  /** A POST there ends such mails (RFC 8058). */
  unsubscribe?: string;
}

/** Messages of people stay as written. */
export function emailOf(
  { id, kind, replyTo, subject, text: template, created }: Mail,
  from: string,
  { address: to, publicUrl, code }: MailTarget,
): Email {
  const text = kind === 'contact' ? template : filled(template, publicUrl, code ?? '');
  const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
  const mail = { id, replyTo, subject, text, from, to, messageId, date: created };
  if (kind !== 'received' || code === null) return mail;
  return { ...mail, unsubscribe: `${publicUrl}/api/account/notices/stop?code=${encodeURIComponent(code)}` };
}

/** `publicUrl`: for links. */
export interface MailTarget {
  address: string;
  publicUrl: string;
  code: string | null;
}

const filled = (text: string, publicUrl: string, code: string): string =>
  text.replaceAll('{url}', () => publicUrl).replaceAll('{code}', () => code);
