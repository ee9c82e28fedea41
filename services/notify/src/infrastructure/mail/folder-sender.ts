import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@skyshelf/tokens';
import { MAIL_KEPT_MS, type Email } from '../../domain/mail.js';
import type { MailSender } from '../../application/notify.js';
import { composed } from './smtp-sender.js';

/**
 * Writes `.eml` files, without a server. A mail's file has its id and date, and goes when it expires: nothing then says
 * whose it was.
 */
export function folderSender(
  folder: string,
  { from, operator }: Pick<MailSender, 'from' | 'operator'>,
  clock: Clock,
): MailSender {
  const fileOf = (id: string): string => join(folder, `${id}.eml`);
  const unfinishedOf = (id: string): string => `${fileOf(id)}.part`;
  const removeExpired = () => removeOlder(folder, clock.now().getTime() - MAIL_KEPT_MS);
  return {
    way: 'folder',
    from,
    operator,
    send: async (letter) => {
      const bytes = await bytesOf(letter);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = unfinishedOf(letter.id);
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.utimes(letter.date, letter.date);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, fileOf(letter.id));
      await removeExpired();
    },
    forget: async (ids) => {
      const files = ids.flatMap((id) => [fileOf(id), unfinishedOf(id)]);
      await Promise.all(files.map((file) => rm(file, { force: true })));
      await removeExpired();
    },
  };
}

/** @param time milliseconds since the epoch */
async function removeOlder(folder: string, time: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = /\.eml(?:\.part)?$/.test(name) && (await stat(file).catch(() => null));
    if (found && found.mtimeMs <= time) await rm(file, { force: true });
  }
}

async function bytesOf(letter: Email): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail(composed(letter));
  if (!Buffer.isBuffer(message)) throw new Error('A mail was not composed.');
  return message;
}
