import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Letter } from '../../domain/mail.js';
import type { MailSender } from '../../application/notify.js';
import { composed } from './composed.js';

/** Puts mails as `.eml` files into a folder: for a machine without a mail server. The same mail is the same file. */
export function folderSender(
  folder: string,
  { from, operator }: Pick<MailSender, 'from' | 'operator'>,
): MailSender {
  const fileOf = (id: string): string => join(folder, `${id}.eml`);
  return {
    ...{ way: 'folder', from, operator },
    send: async (letter) => {
      const bytes = await bytesOf(letter);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${fileOf(letter.id)}.part`;
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, fileOf(letter.id));
    },
    forget: async (ids) => {
      await Promise.all(ids.map((id) => rm(fileOf(id), { force: true })));
    },
  };
}

async function bytesOf(letter: Letter): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail(composed(letter));
  if (!Buffer.isBuffer(message)) throw new Error('A mail was not composed.');
  return message;
}
