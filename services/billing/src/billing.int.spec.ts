import { limits, type DriveId, type EventMessage } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { callerNamed } from '@skyshelf/service/testing';
import { eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBilling, type OpenBilling } from '../testing/open-billing.js';
import { billingConfig } from './billing.config.js';
import { billing, type BillingRuntime } from './index.js';

let open: OpenBilling;
const published: EventMessage[] = [];
const prepare = async (given: BillingRuntime) => (await billing.open(given)).prepare?.();

beforeAll(async () => {
  open = await openBilling();
  open.runtime.bus.tap(['billing.plan.changed', 'billing.settings.changed'], (event) =>
    published.push(event),
  );
});
afterAll(() => open.close());

async function call(
  method: 'GET' | 'POST',
  url: string,
  caller: Caller | null,
  body?: unknown,
  key?: string,
) {
  const answer = await open.service.app.inject({
    method,
    url,
    payload: body as object | undefined,
    headers: { ...(caller && (await open.runtime.signedIn(caller))), ...(key && { 'idempotency-key': key }) },
  });
  return { status: answer.statusCode, body: JSON.parse(answer.payload) as never };
}
const internal = async (method: 'GET' | 'POST', url: string) =>
  JSON.parse((await open.service.inject({ method, url, headers: open.runtime.internal })).payload) as unknown;
const publishedOf = (drive: DriveId) => published.filter((event) => event.drive === drive);
const readSettings = (caller: Caller) => call('GET', '/api/account/options/', caller);
const changeSettings = (caller: Caller, obj: unknown, key?: string) =>
  call('POST', '/api/account/options/', caller, { obj }, key);

describe('a new account', () => {
  it('gets the free plan and its room, once, however often it is told', async () => {
    const { drive } = callerNamed('opened');
    for (let round = 0; round < 3; round += 1) await open.opened(drive);
    await open.opened(drive, 'gateway:another-telling');
    await eventually(() => expect(publishedOf(drive)).toHaveLength(1));
    expect(publishedOf(drive)[0]).toMatchObject({
      id: `billing:${drive}:1`,
      version: 1,
      data: { type: 'billing.plan.changed', plan: 'Free', quota: limits.freePlanBytes },
    });
  });
});

describe('the settings', () => {
  it('are kept, told to others, and leave what was not sent', async () => {
    const alice = callerNamed('settings');
    expect((await changeSettings(alice, { darkMode: true, sport: false })).status).toBe(200);
    expect((await changeSettings(alice, { sport: true })).body).toMatchObject({
      darkMode: true,
      sport: true,
      news: true,
    });
    expect((await readSettings(alice)).body).toMatchObject({ darkMode: true, sport: true });
    await eventually(() =>
      expect(publishedOf(alice.drive).map(({ data }) => data)).toEqual([
        { type: 'billing.settings.changed', settings: { darkMode: true, sport: false } },
        { type: 'billing.settings.changed', settings: { sport: true } },
      ]),
    );
  });

  it('are changed once by one intention, and a key is not taken for another', async () => {
    const alice = callerNamed('once');
    const first = await changeSettings(alice, { animation: true }, 'k1');
    await changeSettings(alice, { animation: false }, 'k2');
    expect(await changeSettings(alice, { animation: true }, 'k1')).toEqual(first);
    expect((await readSettings(alice)).body).toMatchObject({ animation: false });
    expect(await changeSettings(alice, { animation: false }, 'k1')).toMatchObject({
      status: 422,
      body: { error: { code: 'operation.reused' } },
    });
  });

  it('survive writers at the same time', async () => {
    const alice = callerNamed('busy');
    const flags = ['animation', 'darkMode', 'news', 'sport', 'business', 'fashion', 'tech', 'living'];
    await Promise.all(flags.map((flag) => changeSettings(alice, { [flag]: false })));
    expect((await readSettings(alice)).body).toMatchObject(
      Object.fromEntries(flags.map((flag) => [flag, false])),
    );
  });
});

describe('the plans', () => {
  const list = (caller: Caller | null) => call('POST', '/api/account/plans', caller, {});

  it('are shown from the smallest to the largest', async () => {
    const { status, body } = await list(null);
    expect(status).toBe(200);
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual([
      'Free',
      'Standard',
      'Deluxe',
      'Professional',
    ]);
    expect((body as object[])[0]).toEqual({
      name: 'Free',
      description: expect.any(String) as string,
      price: 0,
      currencySymbol: '$',
      currencyCode: 'USD',
      quota: 262_144_000,
      buttonId: null,
      badge: null,
      userId: null,
      upgrade: false,
      disabled: false,
      current: false,
      subscribe: null,
    });
  });

  it('show an account which one it has', async () => {
    const alice = callerNamed('plans');
    await open.opened(alice.drive);
    expect((await list(alice)).body).toMatchObject([
      { name: 'Free', userId: 'local|plans', disabled: true, current: true },
      { current: false },
      {},
      {},
    ]);
  });

  it('must know the opening plan, else the service does not start', async () => {
    await expect(
      prepare({ ...open.runtime, config: billingConfig.parse({ openingPlan: 'Golden' }) }),
    ).rejects.toThrow(
      'BILLING_OPENING_PLAN: given "Golden", allowed is Free | Standard | Deluxe | Professional.',
    );
  });
});

describe('an operator', () => {
  it('can check and rebuild a drive: the result is what serves now', async () => {
    const alice = callerNamed('rebuilt');
    await open.opened(alice.drive);
    await changeSettings(alice, { darkMode: true });
    await changeSettings(alice, { darkMode: false, fashion: false });
    const before = (await readSettings(alice)).body;
    expect(await internal('GET', `/internal/drives/${alice.drive}/check`)).toEqual({ problems: [] });
    expect(await internal('POST', `/internal/drives/${alice.drive}/rebuild`)).toEqual({
      rows: 3,
      version: 3,
    });
    expect((await readSettings(alice)).body).toEqual(before);
    expect(await internal('GET', `/internal/drives/${alice.drive}/check`)).toEqual({ problems: [] });
  });

  it('can read the events of a drive, and all', async () => {
    const { drive } = callerNamed('history');
    await open.opened(drive);
    expect(await internal('GET', `/internal/events?drive=${drive}&after=0`)).toMatchObject([
      { type: 'billing.plan.changed', drive },
    ]);
    expect(await internal('GET', '/internal/events/all?limit=1')).toHaveLength(1);
    expect(await internal('GET', '/internal/drives')).toMatchObject({
      drives: expect.arrayContaining([expect.objectContaining({ drive })]) as object[],
      next: null,
    });
  });
});
