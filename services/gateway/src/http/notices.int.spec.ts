import type { EventMessage } from '@skyshelf/contracts';
import { fakeClock } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let gateway: RunningGateway;
let other: RunningGateway;
const clock = fakeClock(new Date());
const asked: EventMessage[] = [];
beforeAll(async () => {
  gateway = await runGateway({ clock });
  other = await runGateway({ clock, replicaOf: gateway, overrides: { signer: gateway.runtime.signer } });
  gateway.bus.tap(['gateway.notices.asked'], (event) => asked.push(event));
});
afterAll(async () => {
  await other.stop();
  await gateway.stop();
});

async function call(path: string, headers: Record<string, string>, body?: object, at = gateway) {
  const whole = `/api/account/notices${path}`;
  const answer = await (body ? at.post(whole, body, headers) : fetch(`${at.url}${whole}`, { headers }));
  return {
    status: answer.status,
    body: (await answer.json()) as { error?: { code: string }; asked?: object },
  };
}
/** Asks as the notify service does. */
async function target(drive: string, confirmation?: string) {
  const query = confirmation === undefined ? '' : `?confirmation=${confirmation}`;
  const answer = await gateway.ask(`/internal/drives/${drive}/notices${query}`);
  return ((await answer.json()) as { target: { address: string; code: string | null } | null }).target;
}
const accounts = () => gateway.database.db.collection('accounts');
/** Creates the confirmation of the last address that the account has given. */
async function confirmationOf(drive: string): Promise<string> {
  const account = await accounts().findOne({ drive });
  const notices = account?.notices as { asked: { confirmation: string } } | undefined;
  return notices?.asked.confirmation ?? '';
}
const codeOf = async (drive: string) => (await target(drive, await confirmationOf(drive)))?.code ?? '';
const expired = { status: 410, body: { error: { code: 'link.expired' } } };

it('an address counts when the link that went there was followed: once, within a day, the last one alone [S2.65]', async () => {
  const { drive, headers } = await gateway.tokenOf('anna');
  expect((await call('', headers)).body).toEqual({ address: null, asked: null });
  const first = await call('', headers, { address: 'anna@example.org' });
  const expires = new Date(clock.now().getTime() + DAY_MS).toISOString();
  expect(first.body).toEqual({ address: null, asked: { address: 'anna@example.org', expires } });
  expect(await target(drive)).toBeNull();
  const old = await codeOf(drive);
  await call('', headers, { address: 'anna@example.com' });
  const code = await codeOf(drive);
  for (const wrong of [old, 'guess', `${code}x`])
    expect(await call('/confirm', {}, { code: wrong })).toMatchObject(expired);
  expect((await call('/confirm', {}, { code }, other)).status).toBe(200);
  expect(await call('/confirm', {}, { code })).toMatchObject(expired);
  expect((await call('', headers)).body).toEqual({ address: 'anna@example.com', asked: null });
  expect(await target(drive)).toMatchObject({ address: 'anna@example.com', code: null });

  await call('', headers, { address: 'late@example.org' });
  const late = await codeOf(drive);
  clock.advance(DAY_MS);
  expect(await call('/confirm', {}, { code: late })).toMatchObject(expired);
  expect((await call('', headers)).body).toEqual({ address: 'anna@example.com', asked: null });
  expect(await target(drive, await confirmationOf(drive))).toBeNull();
});

it('gets no more of the mails that its link stops, by a click of a mail program, and the others go on', async () => {
  const { drive, headers } = await gateway.tokenOf('cleo');
  const ofFiles = async () =>
    (
      (await (await gateway.ask(`/internal/drives/${drive}/notices?of=received`)).json()) as {
        target: { code: string } | null;
      }
    ).target;
  await call('', headers, { address: 'cleo@example.org' });
  expect(await ofFiles()).toBeNull();
  await call('/confirm', {}, { code: await codeOf(drive) });
  const { code = '' } = (await ofFiles()) ?? {};
  const stop = (what: string) =>
    fetch(`${gateway.url}/api/account/notices/stop?code=${encodeURIComponent(what)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  expect((await stop('guess')).status).toBe(410);
  expect((await stop(code)).status).toBe(200);
  // The page that the mail leads to.
  expect((await call('/confirm', {}, { code })).status).toBe(200);
  expect([await ofFiles(), (await target(drive))?.address]).toEqual([null, 'cleo@example.org']);
});

it('is removed when its owner says so, and with the account', async () => {
  const { drive, headers } = await gateway.tokenOf('bea');
  await call('', headers, { address: 'bea@example.org' });
  await call('/confirm', {}, { code: await codeOf(drive) });
  await call('', headers, { address: 'bea@example.com' });
  const code = await codeOf(drive);
  expect((await call('/remove', headers, {})).body).toEqual({ address: null, asked: null });
  expect(await call('/confirm', {}, { code })).toMatchObject(expired);
  expect(await target(drive)).toBeNull();

  await call('', headers, { address: 'bea@example.net' });
  await gateway.forget(drive);
  for (const { name } of await gateway.database.db.listCollections().toArray())
    expect(JSON.stringify(await gateway.database.db.collection(name).find().toArray()), name).not.toContain(
      'bea@example',
    );
});

it('lies with the account alone: no event, no archive and no other answer has it', async () => {
  const { drive, sub, headers } = await gateway.tokenOf('cara');
  await call('', headers, { address: 'cara@example.org' });
  await call('/confirm', {}, { code: await codeOf(drive) });
  expect(asked.filter((event) => event.drive === drive)).toHaveLength(1);
  const told = [
    JSON.stringify(asked),
    ...(await Promise.all(
      [
        `/internal/drives/${drive}/export?part=account`,
        `/internal/accounts?sub=${encodeURIComponent(sub)}`,
      ].map(async (path) => (await gateway.ask(path)).text()),
    )),
  ];
  for (const text of told) expect(text).not.toContain('cara@example');
  for (const { name } of await gateway.database.db.listCollections().toArray()) {
    const kept = JSON.stringify(await gateway.database.db.collection(name).find().toArray());
    if (name !== 'accounts') expect(kept, name).not.toContain('cara@example');
  }
});

it('three mails an hour go out, by account and by address, whichever replica is asked [S2.66]', async () => {
  const tooMany = { status: 429, body: { error: { code: 'notices.too-many' } } };
  const [dan, eve, finn] = [
    await gateway.tokenOf('dan'),
    await gateway.tokenOf('eve'),
    await gateway.tokenOf('finn'),
  ] as const;
  const both = [gateway, other, gateway, other, gateway];
  const answers = await Promise.all(
    both.map((at, index) => call('', dan.headers, { address: `d${index}@example.org` }, at)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429]);
  for (const { headers } of [eve, eve, finn])
    expect((await call('', headers, { address: 'Same@example.org' })).status).toBe(200);
  expect(await call('', finn.headers, { address: 'same@Example.org' }, other)).toMatchObject(tooMany);
  expect((await call('', finn.headers)).body.asked).toMatchObject({ address: 'Same@example.org' });
  clock.advance(HOUR_MS);
  expect((await call('', finn.headers, { address: 'same@example.org' })).status).toBe(200);
});

it('ten mails a day go out, by account and by address [S2.66]', async () => {
  const hal = await gateway.tokenOf('hal');
  const ask = async (headers: Record<string, string>, address: string): Promise<number> =>
    (await call('', headers, { address })).status;
  const statuses: number[] = [];
  for (let sent = 0; sent < 12; sent += 1) {
    if (sent % 3 === 0) clock.advance(HOUR_MS);
    statuses.push(await ask(hal.headers, `hal${sent}@example.org`));
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  for (let sent = 0; sent < 10; sent += 1) {
    if (sent % 3 === 0) clock.advance(HOUR_MS);
    expect(await ask((await gateway.tokenOf(`one${sent}`)).headers, 'all@example.org')).toBe(200);
  }
  clock.advance(HOUR_MS);
  const ivy = await gateway.tokenOf('ivy');
  expect(await ask(ivy.headers, 'all@example.org')).toBe(429);
  clock.advance(DAY_MS);
  expect([await ask(hal.headers, 'hal@example.org'), await ask(ivy.headers, 'all@example.org')]).toEqual([
    200, 200,
  ]);
});

it('takes one plain address, and nothing else', async () => {
  const { headers } = await gateway.tokenOf('gil');
  for (const address of [
    'gil',
    'gil@example.org\r\nBcc: eve@example.org',
    'a@b.org,c@d.org',
    '<a@b.org>',
    '',
  ])
    expect(await call('', headers, { address })).toMatchObject({
      status: 400,
      body: { error: { code: 'email.invalid', message: 'Email Address not valid' } },
    });
  for (const bad of [{}, { address: 5 }, { address: { $ne: '' } }, { address: 'a@b.org', drive: 'x' }])
    expect((await call('', headers, bad)).status).toBe(400);
  for (const code of [undefined, '', 5, { $ne: '' }, 'x'.repeat(1001)])
    expect((await call('/confirm', {}, { code })).status).toBe(400);
  expect((await call('', {})).status).toBe(401);
});
