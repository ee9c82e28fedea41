import { callerNamed } from '@skyshelf/service/testing';
import { eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '../../testing/mail-server.js';
import { openNotify, type Answer, type OpenNotify } from '../../testing/open-notify.js';

const operator = 'operator@example.org';
const good = { name: 'Ann', email: 'ann@example.org', message: 'Hello' };
let server: MailServer;
let notify: OpenNotify;
let nth = 0;
/** An address that no one has sent from. */
const elsewhere = (): string => `203.0.113.${(nth += 1)}`;
beforeAll(async () => {
  server = await startMailServer();
  const settings = { mailUrl: server.url, mailFrom: 'shelf@example.org', contactMail: operator };
  notify = await openNotify(settings, { mailPauseMs: 20 }, 2);
});
afterAll(async () => {
  await notify.close();
  await server.stop();
});

const send = async (obj: object, { address = elsewhere(), at = 0, headers = {} } = {}): Promise<Answer> =>
  notify.call('/api/sendmail/', { obj }, { address, at, headers });
const refusal = (code: string, message: string, field?: string) => ({
  error: expect.objectContaining({ code, message, ...(field && { field }) }) as object,
});
const notSent = refusal('contact.refused', 'Your message could not be sent');
const mails = () => notify.runtime.db.collection<{ _id: string }>('mails');
const nothingWaits = () => eventually(async () => (await mails().countDocuments({ state: 'waiting' })) === 0);
const UNIQUE = ['from', 'to', 'reply-to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'];

it('a message goes to the operator, as it was written, to be answered to its sender [S7.3]', async () => {
  const message = 'Höhe\n\nBcc: eve@example.org\n.\n\u2028=?utf-8?q?x?= 📎';
  const from = await notify.runtime.signedIn(callerNamed('ann'));
  expect(await send({ ...good, message, captcha: await notify.solve() }, { headers: from })).toEqual({
    status: 200,
    body: 'sent',
  });
  await nothingWaits();
  const [mail] = server.received.splice(0);
  expect(mail?.to).toEqual([operator]);
  for (const name of UNIQUE) expect(mail?.headers.get(name), name).toHaveLength(1);
  expect(mail?.headers.get('reply-to')).toEqual(['ann@example.org']);
  expect(mail?.headers.get('message-id')?.[0]).toMatch(/^<contact\.[0-9a-f]{32}@example\.org>$/);
  const body = mail?.raw.split('\r\n\r\n').slice(1).join('\n') ?? '';
  const said = /base64/.test(mail?.headers.get('content-transfer-encoding')?.[0] ?? '')
    ? Buffer.from(body, 'base64').toString()
    : body.replaceAll(/=\n|=\r\n/g, '');
  expect(said).toContain('Name: Ann');
});

it('no field makes a further recipient or header', async () => {
  const breaks = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\u000b', '\u0000', '%0d%0a', '=0D=0A'];
  const attacks = breaks.flatMap((end) => [
    `${end}Bcc: eve@example.org`,
    `${end}${end}Body`,
    `${end}To: eve@example.org${end}`,
  ]);
  const others = ['eve@example.org', '<eve@example.org>', '"a" <eve@example.org>', 'eve@example.org;x'];
  const addresses = [
    ...attacks.map((each) => `ann@example.org${each}`),
    ...others.flatMap((other) => [
      `ann@example.org,${other}`,
      `ann@example.org, ${other}`,
      `${other} ann@a.org`,
    ]),
    '=?utf-8?q?eve=40example.org?=',
    '"eve@example.org,"@example.org',
    'ann@example.org (x)',
    'group:ann@a.org;',
  ];
  const wrong = refusal('email.invalid', 'Email Address not valid', 'obj.email');
  for (const email of addresses) expect((await send({ ...good, email })).body, email).toEqual(wrong);
  const printable = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);
  for (const name of attacks.filter((each) => !printable(each)).map((each) => `Ann${each}`))
    expect((await send({ ...good, name })).body, name).toEqual(
      refusal('input.invalid', 'Write the name in one line.', 'obj.name'),
    );
  expect(addresses.length + attacks.length).toBeGreaterThan(60);

  const taken = [
    ...attacks.filter(printable),
    '=?utf-8?q?=0d=0aBcc:_eve=40example.org?=',
    '"<eve@example.org>,',
  ];
  for (const name of taken)
    expect(
      await send({ ...good, name, message: attacks.join(''), captcha: await notify.solve() }),
    ).toMatchObject({
      status: 200,
    });
  await nothingWaits();
  const received = server.received.splice(0);
  expect(received).toHaveLength(taken.length);
  for (const { to, headers } of received) {
    expect(to).toEqual([operator]);
    for (const name of UNIQUE) expect(headers.get(name), name).toHaveLength(1);
    expect([...headers.keys()].filter((name) => /^(b?cc|body)$/.test(name))).toEqual([]);
    expect(headers.get('to')).toEqual([operator]);
  }
});

it('says what is missing, and takes no message without a solution that is its own, in time and new [S5.1]', async () => {
  const required = 'This field is required';
  const missing = (field: string) => refusal('name.required', required, field);
  expect((await send({ ...good, name: ' ' })).body).toEqual(missing('obj.name'));
  expect((await send({ ...good, email: '' })).body).toEqual(missing('obj.email'));
  expect(await send(good)).toEqual({ status: 400, body: notSent });
  const captcha = await notify.solve();
  const changed = (
    change: (told: { challenge: { parameters: object }; solution: object }) => void,
  ): string => {
    const told = JSON.parse(Buffer.from(captcha, 'base64').toString()) as Parameters<typeof change>[0];
    change(told);
    return Buffer.from(JSON.stringify(told)).toString('base64');
  };
  for (const wrong of [
    '',
    'e30=',
    '%',
    Buffer.from('null').toString('base64'),
    captcha.slice(8),
    changed(({ challenge }) => Object.assign(challenge.parameters, { cost: 2 })),
    changed(({ challenge }) => Object.assign(challenge.parameters, { data: { expires: 4e12 } })),
    changed(({ solution }) => Object.assign(solution, { derivedKey: 'ab'.repeat(32) })),
    changed((told) => Object.assign(told.challenge, { signature: '' })),
  ])
    expect(await send({ ...good, captcha: wrong })).toEqual({ status: 400, body: notSent });
  notify.clock.advance(600_000);
  expect(await send({ ...good, captcha })).toEqual({ status: 400, body: notSent });
  expect(await mails().countDocuments({ state: 'waiting' })).toBe(0);
});

it('a solution that is sent fifty times at once, to two replicas, brings one mail', async () => {
  const captcha = await notify.solve();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send({ ...good, captcha }, { at: index % 2 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(notSent);
  await nothingWaits();
  expect(server.received.splice(0)).toHaveLength(1);
});

it('three an hour and ten a day, by address and by account, whichever replica is asked', async () => {
  const tooMany = { status: 429, body: refusal('contact.too-many', expect.any(String) as string) };
  const write = async (more: object): Promise<number | Answer> => {
    const answer = await send({ ...good, captcha: await notify.solve() }, more);
    return answer.status === 200 ? 200 : answer;
  };
  const address = elsewhere();
  const bob = await notify.runtime.signedIn(callerNamed('bob'));
  const both = await Promise.all([0, 1, 0, 1, 0].map((at) => write({ address, at })));
  expect(both.filter((each) => each === 200)).toHaveLength(3);
  expect(both.filter((each) => each !== 200)).toEqual([tooMany, tooMany]);
  for (let time = 0; time < 3; time += 1) expect(await write({ at: time % 2, headers: bob })).toBe(200);
  expect(await write({ headers: bob })).toEqual(tooMany);
  for (let hour = 0; hour < 2; hour += 1) {
    notify.clock.advance(3_600_000);
    for (let time = 0; time < 3; time += 1) expect(await write({ address })).toBe(200);
  }
  notify.clock.advance(3_600_000);
  expect(await write({ address })).toBe(200);
  expect(await write({ address })).toEqual(tooMany);
  expect(JSON.stringify(await notify.runtime.db.collection('senders').find().toArray())).not.toContain(
    address,
  );
  await nothingWaits();
  server.received.splice(0);
});

it('a mail server that is away, refuses or breaks off gets each mail in the end, under one Message-ID', async () => {
  server.moods.push('not now', 'never', 'breaks off');
  expect(await send({ ...good, captcha: await notify.solve() })).toMatchObject({ status: 200 });
  await nothingWaits();
  const twice = server.received.splice(0);
  expect(twice).toHaveLength(2);
  expect(new Set(twice.map(({ headers }) => headers.get('message-id')?.[0])).size).toBe(1);

  const port = Number(new URL(server.url).port);
  await server.stop();
  notify.clock.advance(1000);
  expect(await send({ ...good, captcha: await notify.solve() })).toMatchObject({ body: 'sent' });
  const shown = async () => {
    const { body } = await notify.call('/internal/mails?limit=1', undefined, {
      method: 'GET',
      headers: notify.runtime.internal,
    });
    return (body as { mails: { state: string; reason: string | null }[] }).mails[0];
  };
  await eventually(async () => (await shown())?.reason !== null);
  expect(await shown()).toMatchObject({
    kind: 'contact',
    state: 'waiting',
    reason: expect.stringMatching(/cannot be reached/) as string,
  });
  server = await startMailServer(port);
  await nothingWaits();
  expect(server.received).toHaveLength(1);
  expect(await shown()).toMatchObject({ state: 'sent', reason: null });
});

it('nothing of an account is left when it goes', async () => {
  const cara = callerNamed('cara');
  await send({ ...good, captcha: await notify.solve() }, { headers: await notify.runtime.signedIn(cara) });
  await nothingWaits();
  const { internal } = notify.runtime;
  const forget = `/internal/drives/${cara.drive}/forget`;
  expect((await notify.call(forget, { forGood: true }, { headers: internal })).status).toBe(200);
  for (const { name } of await notify.runtime.db.listCollections().toArray()) {
    const kept = JSON.stringify(await notify.runtime.db.collection(name).find().toArray());
    if (name !== 'closed') expect(kept.includes(cara.drive) && name, name).toBe(false);
  }
});
