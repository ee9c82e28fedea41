import type { DriveId, MailKind } from '@skyshelf/contracts';

/** A mail as it is kept until it has expired. */
export interface Mail {
  /** Follows from its cause, so that each cause has one mail. Letters, digits, dots and hyphens. */
  id: string;
  kind: MailKind;
  /** Whose it is; null where no account is concerned. */
  drive: DriveId | null;
  /** Who gets the answer to it; null where no one is to answer. */
  replyTo: string | null;
  subject: string;
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

/** A mail in its envelope. */
export const letterOf = (
  { id, replyTo, subject, text, created }: Mail,
  { from, to }: Pick<Letter, 'from' | 'to'>,
): Letter => ({
  ...{ id, replyTo, subject, text, from, to, date: created },
  messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
});
