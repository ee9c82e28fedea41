import type { Letter } from '../../domain/mail.js';

/** Addresses as values, so nothing in them is read as a list. */
export const composed = ({ from, to, replyTo, subject, text, messageId, date }: Letter) => ({
  from: { name: 'Skyshelf', address: from },
  to: { name: '', address: to },
  ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  messageId,
  date,
  envelope: { from, to },
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
