import { describe, expect, it } from 'vitest';
import type { Peers } from '@skyshelf/peers';
import { createLogger } from '@skyshelf/telemetry';
import { fakeClock } from '@skyshelf/testing';
import { gatewayConfig } from '../gateway.config.js';
import { eachFeatureOf, featuresOf, liveCheck, operatorCheck } from './health-checks.js';

describe('a replica of the gateway', () => {
  it.each([
    ['takes requests when it hears live changes', 'joined', 'ok'],
    ['takes none before it hears them', 'joining', 'failed'],
    ['takes them though Kafka is away, and says so', 'away', 'degraded'],
  ] as const)('%s', async (_words, state, status) => {
    expect(await liveCheck({ bus: { liveState: () => state } }).check()).toMatchObject({ status });
  });
});

it('says what the legal pages lack of who runs it', async () => {
  const told = (given: object) => operatorCheck(gatewayConfig.parse(given)).check();
  const named = { operatorName: 'Lena Voss' };
  expect((await told({})).hint).toMatch(/set OPERATOR_NAME and OPERATOR_ADDRESS\.$/);
  expect(await told(named)).toMatchObject({
    status: 'off',
    hint: expect.stringMatching(/set OPERATOR_ADDRESS\.$/),
  });
  expect(await told({ ...named, operatorAddress: 'Hafen 1, Kiel' })).toEqual({ status: 'ok' });
});

const clock = fakeClock();
const logger = createLogger({ service: 'gateway', level: 'silent' });
const media = { service: 'media', name: 'video', away: 'Thumbnails wait.' } as const;
const told = (json: () => Promise<unknown>) =>
  featuresOf({ peers: { json } as unknown as Peers, clock, logger }, media).check();
const features = (video: object) => ({ video });

it('tells which feature of media is off and how to switch it on', async () => {
  const hint = 'To switch it on: apt-get install ffmpeg';
  expect(await told(async () => features({ status: 'off', hint }))).toEqual({ status: 'off', hint });
  expect(await told(async () => features({ status: 'ok' }))).toEqual({ status: 'ok' });
});

it('stays in the rotation while media is away', async () => {
  expect(await told(() => Promise.reject(new Error('away')))).toMatchObject({ status: 'degraded' });
});

it('asks media twice a minute, however often it is asked itself', async () => {
  let asked = 0;
  const json = async () => ((asked += 1), features({ status: 'ok' }));
  const { check } = featuresOf({ peers: { json } as unknown as Peers, clock, logger }, media);
  for (let each = 0; each < 5; each += 1) await check();
  expect(asked).toBe(1);
  clock.advance(31_000);
  await check();
  expect(asked).toBe(2);
});

it('lists the features of notify by their names, asking once for all', async () => {
  let asked = 0;
  const hint = 'News are samples.';
  const all = { mail: { status: 'off', hint: 'Set MAIL_URL.' }, news: { status: 'ok', hint } };
  let json: () => Promise<unknown> = async () => ((asked += 1), all);
  const peers = { json: () => json() } as unknown as Peers;
  const asks = { service: 'notify', names: ['mail', 'news', 'weather'], away: 'It is away.' } as const;
  const checks = eachFeatureOf({ peers, clock, logger }, asks);
  const answers = () => Promise.all(checks.map(async ({ name, check }) => [name, await check()]));
  expect(Object.fromEntries(await answers())).toEqual({
    ...all,
    weather: { status: 'degraded', hint: 'It is away.' },
  });
  expect(asked).toBe(1);
  json = () => Promise.reject(new Error('away'));
  clock.advance(31_000);
  expect((await answers())[0]?.[1]).toMatchObject({ status: 'degraded' });
});
