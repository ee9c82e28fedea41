import { createHash } from 'node:crypto';
import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import { callerNamed } from '@skyshelf/service/testing';
import { eventOf, eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '../testing/mail-server.js';
import { openNotify, type OpenNotify } from '../testing/open-notify.js';

const publicUrl = 'https://shelf.example.org';
/** The gateway's answers to where notices go; it does not answer for `away`. */
const targets = new Map<string, { address: string; code: string | null } | 'away'>();
let asked = 0;
let server: MailServer;
let notify: OpenNotify;
beforeAll(async () => {
  server = await startMailServer();
  const json: Peers['json'] = async (_, path) => {
    asked += 1;
    const target = targets.get(path);
    if (target === 'away') throw new Error('away');
    return { target: target ? { ...target, publicUrl } : null } as never;
  };
  notify = await openNotify(
    { mailUrl: server.url, mailFrom: 'shelf@example.org', contactMail: 'operator@example.org' },
    { mailPauseMs: 20, peers: { json } as Peers },
  );
});
afterAll(async () => {
  await notify.close();
  await server.stop();
});
beforeEach(() => {
  asked = 0;
  server.received.length = 0;
  targets.clear();
});

const drive = (name: string): DriveId => callerNamed(name).drive;
const at = (name: string, query = '') => `/internal/drives/${drive(name)}/notices${query}`;
const goTo = (name: string) => targets.set(at(name), { address: `${name}@example.org`, code: null });
const mails = () => notify.runtime.db.collection<{ _id: string; state: string }>('mails');
/** All that was to be sent is sent, or is no one's. */
const isQuiet = () =>
  eventually(async () => (await notify.runtime.db.collection('jobs').countDocuments({ open: true })) === 0);
/** Delivers the event twice, like a bus that lost its cursor. */
async function happens(
  name: string,
  source: ServiceName,
  data: { type: string },
  version: number | null = null,
) {
  const id = `${source}:${drive(name)}:${createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 8)}`;
  const event = eventOf(source, drive(name), data, { id, version, at: notify.clock.now() });
  for (let time = 0; time < 2; time += 1) await notify.runtime.bus.publish([event]);
  await isQuiet();
}
const textOf = (index: number): string =>
  (server.received[index]?.raw.split('\r\n\r\n').slice(1).join('\n') ?? '')
    .replaceAll(/=\r\n/g, '')
    .replaceAll('=3D', '=');
const closing = (days: number) => ({
  type: 'gateway.account.closing',
  deleteAfter: new Date(notify.clock.now().getTime() + days * 86_400_000).toISOString(),
});
const payment = (kind: 'failed' | 'cancelled', more: object = {}) => ({
  type: 'billing.payment.received',
  key: 'T-1:Failed',
  kind,
  subscription: 'I-1',
  transaction: null,
  parent: null,
  itemNumber: null,
  amount: null,
  currency: null,
  date: '2026-01-05T12:00:00.000Z',
  plan: 'Deluxe',
  quota: null,
  until: '2026-01-12T12:00:00.000Z',
  ...more,
});

it('the mail that confirms an address goes there, with its link, and says nothing of the account [S2.65]', async () => {
  targets.set(at('ann', '?confirmation=c-1'), { address: 'new@example.org', code: 'signed.code' });
  await happens('ann', 'gateway', { type: 'gateway.notices.asked', confirmation: 'c-1' } as never);
  expect(server.received.map(({ to }) => to)).toEqual([['new@example.org']]);
  expect(textOf(0)).toContain(`${publicUrl}/confirm-notices#signed.code`);
  expect(server.received[0]?.raw).not.toMatch(/ann/);
  expect(JSON.stringify(await mails().find().toArray())).not.toMatch(/new@example|signed\.code/);
});

it('one mail for each cause tells of a deletion that waits, though its event comes twice [S2.67]', async () => {
  goTo('bea');
  await happens('bea', 'gateway', closing(1));
  await happens('bea', 'gateway', closing(0));
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.headers.get('subject')).toEqual(['Your account will be deleted']);
  expect(textOf(0)).toMatch(/choose "Keep my account":[^]*https:\/\/shelf\.example\.org\/\s[^]*\/account/);
});

it('the last mail, that a deletion has begun, is over when it is sent, once', async () => {
  goTo('cara_1');
  const say = async () =>
    (
      await notify.call(
        `/internal/drives/${drive('cara_1')}/notices/deletion`,
        { asked: '2026-01-05T12:00:00.000Z' },
        {
          headers: notify.runtime.internal,
        },
      )
    ).body;
  targets.set(at('cara_1'), 'away');
  expect(await say()).toEqual({ over: false });
  goTo('cara_1');
  await eventually(async () => ((await say()) as { over: boolean }).over);
  expect(server.received.map(({ to }) => to)).toEqual([['cara_1@example.org']]);
});

it('a payment that fails is told with the day until which the plan stays, however often it fails until then [S2.68]', async () => {
  goTo('dan');
  await happens('dan', 'billing', payment('failed'), 1);
  await happens('dan', 'billing', payment('failed', { key: 'T-2:Failed' }), 2);
  await happens('dan', 'billing', payment('failed', { until: undefined }), 3);
  await happens('dan', 'billing', payment('cancelled', { until: '2026-02-05T12:00:00.000Z' }), 4);
  expect(server.received.map(({ headers }) => headers.get('subject')?.[0])).toEqual([
    'A payment has failed',
    'Your subscription is cancelled',
  ]);
  expect(textOf(0)).toMatch(/Deluxe has failed[^]*12 January 2026[^]*12:00[^]*\/pricing/);
  expect(textOf(1)).toMatch(/5 February 2026/);
});

it('space that is almost used up is told once a crossing', async () => {
  goTo('eve');
  const say = (version: number) =>
    notify.call(
      `/internal/drives/${drive('eve')}/notices/quota`,
      { version, used: 943_718_400, quota: 1_048_576_000 },
      {
        headers: notify.runtime.internal,
      },
    );
  for (const version of [7, 7, 9]) expect((await say(version)).status).toBe(200);
  await isQuiet();
  expect(server.received).toHaveLength(2);
  expect(textOf(0)).toContain('You use 900 MB of your 1000 MB.');
});

it('files that came are told once a notice, which mail programs and people can stop', async () => {
  targets.set(at('gia', '?of=received'), { address: 'gia@example.org', code: 'signed.code' });
  const say = (from: number, files: number) =>
    notify.call(
      `/internal/drives/${drive('gia')}/notices/received`,
      { link: 'a-link', from, files, folder: 'Lisbon {code}' },
      { headers: notify.runtime.internal },
    );
  for (const from of [0, 0, 7]) expect((await say(from, from === 0 ? 7 : 1)).status).toBe(200);
  await isQuiet();
  const subjects = server.received.map(({ headers }) => headers.get('subject')?.[0]);
  expect(subjects.toSorted()).toEqual(['1 file for you in Lisbon code', '7 files for you in Lisbon code']);
  expect(textOf(0)).toContain(`${publicUrl}/stop-notices#signed.code`);
  const { headers } = server.received[0] ?? {};
  expect(headers?.get('list-unsubscribe')?.[0]).toBe(
    `<${publicUrl}/api/account/notices/stop?code=signed.code>`,
  );
  expect(headers?.get('list-unsubscribe-post')?.[0]).toBe('List-Unsubscribe=One-Click');
});

it('an account without an address gets no mail, no one tries again, and nothing is kept', async () => {
  await happens('finn', 'gateway', closing(1));
  expect(server.received).toEqual([]);
  expect(asked).toBeLessThanOrEqual(2);
  expect(await mails().countDocuments({ drive: drive('finn') })).toBe(0);
});
