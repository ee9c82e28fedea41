import { eventually } from '@skyshelf/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startMailServer, type MailServer, type Mood } from '../testing/mail-server.js';
import { openNotify, type OpenNotify } from '../testing/open-notify.js';

/** A server that takes a good part of the time that it has, at a small part of that. */
const SLOW_MS = 600;
const SILENT_MS = 1600;
const addresses = { mailFrom: 'shelf@example.org', contactMail: 'operator@example.org' };
let server: MailServer;
let notify: OpenNotify;
beforeEach(async () => void (server = await startMailServer(0, SLOW_MS)));
afterEach(async () => {
  await notify.close();
  await server.stop();
});

const write = async () =>
  notify.call('/api/sendmail/', {
    obj: { name: 'Ann', email: 'ann@example.org', message: 'Hello', captcha: await notify.solve() },
  });
const isSent = () =>
  eventually(
    async () => (await notify.runtime.db.collection('mails').countDocuments({ state: 'sent' })) === 1,
    { timeoutMs: 20_000 },
  );
const messageIds = () => server.received.map(({ headers }) => headers.get('message-id')?.[0]);

it.each<{ moods: Mood[]; received: number; what: string }>([
  { what: 'answers late has it once', moods: ['slow'], received: 1 },
  { what: 'has it and never answers gets it again', moods: ['silent'], received: 2 },
  { what: 'refuses it for now and for good gets it in the end', moods: ['not now', 'never'], received: 1 },
])('a mail server that $what, under one Message-ID', async ({ moods, received }) => {
  const settings = { mailUrl: server.url, ...addresses };
  notify = await openNotify(settings, { mailPauseMs: 20, mailSilentMs: SILENT_MS });
  server.moods.push(...moods);
  expect((await write()).status).toBe(200);
  await isSent();
  expect(server.received).toHaveLength(received);
  expect(new Set(messageIds()).size).toBe(1);
});
