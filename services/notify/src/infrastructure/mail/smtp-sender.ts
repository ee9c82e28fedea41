import type { Email } from '../../domain/mail.js';
import { MailServerAway, type MailSender } from '../../application/notify.js';

/** Addresses as values are never read as lists. */
export const composed = ({ from, to, replyTo, subject, text, messageId, date, unsubscribe }: Email) => ({
  from: { name: 'Skyshelf', address: from },
  to: { name: '', address: to },
  ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  messageId,
  date,
  envelope: { from, to },
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const CONNECT_MS = 10_000;
/** Servers may inspect a mail before answering, milliseconds. */
export const SILENT_MS = 30_000;

/**
 * Encrypted if there is a password, else if possible.
 * @param address read for each mail: passwords change
 */
export function smtpSender(
  address: () => string,
  { from, operator, silentMs }: Pick<MailSender, 'from' | 'operator'> & { silentMs: number },
): MailSender {
  return {
    way: 'server',
    from,
    operator,
    send: async (letter: Email) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ ...optionsOf(new URL(address())), socketTimeout: silentMs });
      try {
        await transport.sendMail(composed(letter));
      } catch (error) {
        throw plainError(error);
      } finally {
        transport.close();
      }
    },
    forget: async () => undefined,
  };
}

const optionsOf = ({ protocol, hostname, port, username, password }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  ...(port !== '' && { port: Number(port) }),
  secure: protocol === 'smtps:',
  ...(username !== '' && {
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    requireTLS: true,
  }),
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** The server's words contain addresses. */
function plainError(error: unknown): Error {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  if (responseCode === undefined)
    return new MailServerAway(`The mail server cannot be reached, or broke off (${code ?? 'no answer'}).`);
  return new Error(`The mail server answered ${responseCode} to ${command ?? 'the connection'}.`);
}
