import type { DriveId, MailKind } from '@skyshelf/contracts';

/** From its entry, milliseconds. */
export const MAIL_KEPT_MS = 30 * 86_400_000;

export interface Mail {
  /** Derived from its cause. Letters, digits, dots, hyphens and underscores. */
  id: string;
  kind: MailKind;
  /** Null where no account is concerned. */
  drive: DriveId | null;
  /** Of the address to be confirmed; null for any other mail. */
  confirmation: string | null;
  /** Null where no one is to answer. */
  replyTo: string | null;
  subject: string;
  /** In notices `{url}` and `{code}` are replaced when sent. */
  text: string;
  created: Date;
}

export interface Letter extends Pick<Mail, 'id' | 'replyTo' | 'subject' | 'text'> {
  from: string;
  to: string;
  /** The same at each try, so that duplicates are recognised. */
  messageId: string;
  date: Date;
}

/** What people have written is sent as it is. */
export function letterOf(
  { id, kind, replyTo, subject, text: template, created }: Mail,
  from: string,
  { address: to, publicUrl, code }: MailTarget,
): Letter {
  const text = kind === 'contact' ? template : filled(template, publicUrl, code ?? '');
  const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
  return { id, replyTo, subject, text, from, to, messageId, date: created };
}

/** Address, and the links' target. */
export interface MailTarget {
  address: string;
  publicUrl: string;
  code: string | null;
}

const filled = (text: string, publicUrl: string, code: string): string =>
  text.replaceAll('{url}', () => publicUrl).replaceAll('{code}', () => code);
