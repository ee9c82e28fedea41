import { ConfigError } from '@skyshelf/config';
import type { HealthCheck } from '@skyshelf/service';
import type { Clock } from '@skyshelf/tokens';
import type { MailSender } from '../../application/notify.js';
import type { NotifyConfig } from '../../notify.config.js';
import { folderSender } from './folder-sender.js';
import { SILENT_MS, smtpSender } from './smtp-sender.js';

/** Names that can't exist (RFC 2606). */
const LOCAL = { from: 'skyshelf@skyshelf.invalid', operator: 'operator@skyshelf.invalid' };

/** @throws ConfigError for a mail server without sender or recipient */
export function openMailSender(config: NotifyConfig, clock: Clock, silentMs = SILENT_MS): MailSender {
  const { mailUrl, mailFrom, contactMail, mailFolder } = config;
  if (mailUrl !== undefined) {
    if (mailFrom === undefined || contactMail === undefined)
      throw new ConfigError('notify', ['MAIL_URL: MAIL_FROM and CONTACT_MAIL have to be given with it.']);
    return smtpSender(() => config.mailUrl ?? mailUrl, { from: mailFrom, operator: contactMail, silentMs });
  }
  const addresses = { from: mailFrom ?? LOCAL.from, operator: contactMail ?? LOCAL.operator };
  if (mailFolder !== undefined) return folderSender(mailFolder, addresses, clock);
  return { ...addresses, way: 'none', send: unsent, forget: async () => undefined };
}

const unsent = (): Promise<never> => Promise.reject(new Error('Mails cannot be sent here.'));

export const mailCheck = ({ way }: Pick<MailSender, 'way'>): HealthCheck => ({
  name: 'mail',
  isPublic: true,
  check: async () => HEALTH[way],
});

const HEALTH = {
  server: { status: 'ok' },
  folder: {
    status: 'ok',
    hint: 'Mails are put into a folder on this machine and reach no one. Set MAIL_URL for a mail server.',
  },
  none: { status: 'off', hint: 'Mails wait until MAIL_URL is set, see docs/outside-parties.md.' },
} as const;
