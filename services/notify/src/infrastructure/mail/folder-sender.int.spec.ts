import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@skyshelf/config';
import { callerNamed } from '@skyshelf/service/testing';
import { eventually, fakeClock } from '@skyshelf/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../../../testing/mail-server.js';
import { openNotify, type OpenNotify } from '../../../testing/open-notify.js';
import { notifyConfig } from '../../notify.config.js';
import { openMailSender } from './mail-sender.js';

async function openOnFolder(): Promise<{ mailFolder: string; notify: OpenNotify }> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-mails-'));
  const mailFolder = join(folder, 'mails');
  const notify = await openNotify({ mailFolder });
  onTestFinished(async () => {
    await notify.close();
    rmSync(folder, { recursive: true });
  });
  return { mailFolder, notify };
}

it('without a mail server mails are files in a folder, and the installation says so', async () => {
  const { mailFolder, notify } = await openOnFolder();
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

it('files go with their account, half-written ones too, and those of mails that no one knows any more', async () => {
  const { mailFolder, notify } = await openOnFolder();
  const cara = callerNamed('cara');
  const headers = await notify.runtime.signedIn(cara);
  const mails = notify.runtime.db.collection('mails');
  const obj = { name: 'Cara', email: 'cara@example.org', message: 'Hello' };
  for (const who of [headers, {}])
    await notify.call('/api/sendmail/', { obj: { ...obj, captcha: await notify.solve() } }, { headers: who });
  await eventually(async () => (await mails.countDocuments({ state: 'sent' })) === 2);
  const own = `${String((await mails.findOne({ drive: cara.drive }))?._id)}.eml`;
  const others = readdirSync(mailFolder).filter((name) => name !== own);
  copyFileSync(join(mailFolder, own), join(mailFolder, `${own}.part`));
  const old = new Date(notify.clock.now().getTime() - 30 * 86_400_000);
  copyFileSync(join(mailFolder, own), join(mailFolder, 'contact.expired.eml'));
  utimesSync(join(mailFolder, 'contact.expired.eml'), old, old);
  const forget = `/internal/drives/${cara.drive}/forget`;
  await notify.call(forget, { forGood: true }, { headers: notify.runtime.internal });
  expect(readdirSync(mailFolder)).toEqual(others);
  expect(others).toHaveLength(1);
});

it('says what is missing where there is a mail server, and that mails wait where there is nothing', () => {
  const open = (settings: object) => openMailSender(notifyConfig.parse(settings), fakeClock());
  expect(() => open({ mailUrl: 'smtp://mail.example.org' })).toThrow(ConfigError);
  expect(() => notifyConfig.parse({ mailUrl: 'http://mail.example.org' })).toThrow();
  expect(() => notifyConfig.parse({ contactMail: 'a@b.org, c@d.org' })).toThrow();
  expect(open({})).toMatchObject({ way: 'none' });
});

it('sends each mail to the server that the settings name at the time', async () => {
  const before = await startMailServer();
  const after = await startMailServer();
  onTestFinished(async () => {
    await Promise.all([before.stop(), after.stop()]);
  });
  const addresses = { mailFrom: 'shelf@example.org', contactMail: 'operator@example.org' };
  let mailUrl = before.url;
  const config = Object.defineProperty(notifyConfig.parse({ mailUrl, ...addresses }), 'mailUrl', {
    get: () => mailUrl,
  });
  const sender = openMailSender(config, fakeClock());
  const letter = {
    from: addresses.mailFrom,
    to: 'ann@example.org',
    replyTo: null,
    subject: 'Hello',
    text: '…',
  };
  for (const [id, next] of [
    ['one', after.url],
    ['two', after.url],
  ] as const) {
    await sender.send({ ...letter, id, messageId: `<${id}@example.org>`, date: new Date() });
    mailUrl = next;
  }
  expect([before.received.length, after.received.length]).toEqual([1, 1]);
});
