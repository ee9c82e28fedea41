import { limits, routes } from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  launchSkyshelf,
  startStandIn,
  type ApiClient,
  type LaunchedSkyshelf,
  type StandIn,
  seeded,
} from '@skyshelf/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';

/** `npm run campaign -- surroundings` asks for 20. */
const KILLS = Number(process.env.PAYMENT_KILLS ?? 3);
const SEED = Number(process.env.PAYMENT_SEED ?? Date.now() % 1_000_000);
const DELUXE = 100 * 1024 ** 3;

const once = enoughIn(
  'standalone',
  'billing and its queue are the same in both; chaos kills the processes of a cluster',
);

describe.runIf(once)('payments', () => {
  let skyshelf: LaunchedSkyshelf;
  let provider: StandIn;

  beforeAll(async () => {
    provider = await startStandIn();
    provider.answer((asked, response) => void asked.resume().on('end', () => response.end('VERIFIED')));
    const env = { ...unlimitedRates, SKYSHELF_LOCAL_PAYMENT: provider.url };
    skyshelf = await launchSkyshelf({ env });
  });
  afterAll(async () => {
    await skyshelf.dispose();
    await provider.stop();
  });

  async function subscriber(name: string) {
    const client = apiClient(skyshelf.url, await skyshelf.token(name));
    const plans = await client.call(routes.listPlans, { body: {} });
    const custom = plans.find((plan) => plan.name === 'Deluxe')?.subscribe?.custom ?? '';
    const common = {
      test_ipn: '1',
      receiver_email: 'seller@local.invalid',
      subscr_id: `I-${name}`,
      custom,
      item_number: 'deluxe',
      mc_currency: 'USD',
    };
    const messages = [
      {
        ...common,
        txn_type: 'subscr_payment',
        txn_id: `T-${name}`,
        payment_status: 'Completed',
        mc_gross: '6.00',
      },
      { ...common, txn_type: 'subscr_signup', mc_amount3: '6.00', period3: '1 M', recurring: '1' },
    ];
    return { client, messages };
  }
  /** As a provider does: again, until it is taken. */
  const deliver = (fields: Record<string, string>) =>
    eventually(
      async () => {
        const to = `${skyshelf.url}/api/payment/ipn`;
        const answer = await fetch(to, { method: 'POST', body: new URLSearchParams(fields) });
        if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      },
      { timeoutMs: 60_000 },
    );
  const available = async (client: ApiClient) => (await client.call(routes.usage)).result.available;
  const hasQuota = (client: ApiClient, quota: number) =>
    eventually(async () => expect(await available(client)).toBe(quota), { timeoutMs: 30_000, intervalMs: 5 });

  it('a message that is answered has its quota within a second, 19 times of 20', async () => {
    const waits: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { client, messages } = await subscriber(`quick-${n}`);
      await hasQuota(client, limits.freePlanBytes);
      for (const message of messages) await deliver(message);
      const answered = performance.now();
      await hasQuota(client, DELUXE);
      waits.push(performance.now() - answered);
    }
    const sorted = waits.map(Math.round).toSorted((a, b) => a - b);
    console.log(`milliseconds from answer to quota: ${sorted.join(' ')}`);
    expect(sorted[18]).toBeLessThan(1000);
  });

  it(`killed ${KILLS} times between a message and its quota, each has its plan, and each message is kept once`, async () => {
    const next = seeded(SEED);
    console.log(`PAYMENT_SEED=${SEED}`);
    const bought: Awaited<ReturnType<typeof subscriber>>[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const one = await subscriber(`killed-${round}`);
      bought.push(one);
      const under = Promise.allSettled(one.messages.map(deliver));
      await pause(next() * 120);
      await skyshelf.kill();
      await skyshelf.restart();
      await under;
      for (const message of one.messages) await deliver(message);
      await hasQuota(one.client, DELUXE);
    }
    for (const { client } of bought) expect(await available(client)).toBe(DELUXE);
    const { payments } = await skyshelf.ops<{ payments: { key: string }[] }>('POST', '/operations/payments', {
      limit: '1000',
    });
    const kept = payments.map(({ key }) => key).filter((key) => key.includes('killed-'));
    expect(kept.toSorted()).toEqual(
      bought.flatMap((_, round) => [`I-killed-${round}:signed-up`, `T-killed-${round}:Completed`]).toSorted(),
    );
    expect(await skyshelf.ops('POST', '/operations/fsck', {})).toMatchObject({ exitCode: 0 });
  });
});
