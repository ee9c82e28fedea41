import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@skyshelf/config';
import { eventually } from '@skyshelf/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openNotify } from '../../../testing/open-notify.js';
import { notifyConfig } from '../../notify.config.js';
import { openMailSender } from './mail-sender.js';

it('without a mail server mails are files in a folder, and the installation says so', async () => {
  const mailFolder = join(mkdtempSync(join(tmpdir(), 'skyshelf-mails-')), 'mails');
  const notify = await openNotify({ mailFolder });
  onTestFinished(async () => {
    await notify.close();
    rmSync(mailFolder, { recursive: true });
  });
  const obj = { name: 'Ann', email: 'ann@example.org', message: 'Hello', captcha: await notify.solve() };
  expect(await notify.call('/api/sendmail/', { obj })).toEqual({ status: 200, body: 'sent' });
  await eventually(
    async () => (await notify.runtime.db.collection('mails').countDocuments({ state: 'sent' })) === 1,
  );
  const [name = '', ...others] = readdirSync(mailFolder);
  expect([others, name]).toEqual([[], expect.stringMatching(/^contact\.[0-9a-f]{32}\.eml$/)]);
  expect(readFileSync(join(mailFolder, name), 'utf8')).toMatch(
    /^To: operator@skyshelf\.invalid\r$[^]*^Reply-To: ann@example\.org\r$[^]*\r\n\r\nName: Ann\r\n/m,
  );
  expect((await notify.services[0]?.health())?.checks).toMatchObject({
    mail: { status: 'ok', hint: expect.stringMatching(/folder on this machine and reach no one/) as string },
  });
});

it('says what is missing where there is a mail server, and that mails wait where there is nothing', () => {
  const open = (settings: object) => openMailSender(notifyConfig.parse(settings));
  expect(() => open({ mailUrl: 'smtp://mail.example.org' })).toThrow(ConfigError);
  expect(() => notifyConfig.parse({ mailUrl: 'http://mail.example.org' })).toThrow();
  expect(() => notifyConfig.parse({ contactMail: 'a@b.org, c@d.org' })).toThrow();
  expect(open({})).toMatchObject({ way: 'none' });
});
