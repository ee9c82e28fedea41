import type { DriveId, MailKind } from '@skyshelf/contracts';

/** From when it was entered, milliseconds. */
export const MAIL_KEPT_MS = 30 * 86_400_000;

/** A mail as it is kept until it has expired. */
export interface Mail {
  /** Follows from its cause, so that each cause has one mail. Letters, digits, dots, hyphens and underscores. */
  id: string;
  kind: MailKind;
  /** Whose it is; null where no account is concerned. */
  drive: DriveId | null;
  /** Of the address that it asks to confirm; null for any other mail. */
  confirmation: string | null;
  /** Who gets the answer to it; null where no one is to answer. */
  replyTo: string | null;
  subject: string;
  /** Of notices: `{url}` and `{code}` in it are put in when it is sent. */
  text: string;
  created: Date;
}

/** A mail on its way out. */
export interface Letter extends Pick<Mail, 'id' | 'replyTo' | 'subject' | 'text'> {
  from: string;
  to: string;
  /** The same at each try: who gets a mail twice can see that it is one. */
  messageId: string;
  date: Date;
}

/** A mail in its envelope. What people have written is sent as it is. */
export function letterOf(
  { id, kind, replyTo, subject, text: template, created }: Mail,
  from: string,
  { address: to, publicUrl, code }: MailTarget,
): Letter {
  const text = kind === 'contact' ? template : filled(template, publicUrl, code ?? '');
  const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
  return { id, replyTo, subject, text, from, to, messageId, date: created };
}

/** Where a mail goes, and what its links lead to. */
export interface MailTarget {
  address: string;
  publicUrl: string;
  code: string | null;
}

const filled = (text: string, publicUrl: string, code: string): string =>
  text.replaceAll('{url}', () => publicUrl).replaceAll('{code}', () => code);
