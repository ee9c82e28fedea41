import { routes, serviceNames, type ServiceName } from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  launchSkyshelf,
  readFile,
  sha256Of,
  type LaunchedSkyshelf,
  seeded,
} from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { ResumingStream } from './resuming-stream.js';
import { uploadSlowly } from './slow-upload.js';
import { sendSteadily, warmUp, type SteadyUser } from './steady-requests.js';

const PEOPLE = 20;
const CONNECTIONS = 8;
const REQUESTS_PER_SECOND = 110;
const SEED = Number(process.env.RESTART_SEED ?? Math.floor(Math.random() * 1e9));
/**
 * The services whose processes are restarted, one after the other: the gateway's and those of another one. `npm run
 * campaign -- e2e` restarts all, and that twice, so that one follows that was restarted itself.
 */
const restarted: readonly (ServiceName | undefined)[] =
  process.env.E2E_FULL === '1' ? [undefined, undefined] : sampleOf(1);

interface Process {
  name: ServiceName;
  replica: number;
  pid: number;
}

describe.runIf(onlyIn('cluster', 'restarts one process after the other'))('a rolling restart', () => {
  let skyshelf: LaunchedSkyshelf;
  const users: (SteadyUser & { token: string })[] = [];

  beforeAll(async () => {
    skyshelf = await launchSkyshelf({ env: unlimitedRates });
    for (let person = 0; person < PEOPLE; person += 1) {
      const token = await skyshelf.token(`person-${person}`);
      const client = apiClient(skyshelf.url, token, { connections: CONNECTIONS });
      const obj = { linkname: 'Somewhere', linktype: 'website', linkurl: 'https://example.com/' };
      const added = await client.call(routes.addElement, { body: { url: '/', obj } });
      users.push({ token, client, item: added.docs._id });
    }
    await warmUp(users, CONNECTIONS);
  });
  afterAll(async () => {
    for (const { client } of users) client.close();
    await skyshelf.dispose();
  });

  const processes = () => skyshelf.ops<Process[]>('GET', '/cluster/processes');

  it(`lets no request fail and no live stream miss a change (seed ${SEED}: ${restarted.join(', ')})`, async () => {
    const streams = users.map(({ token, client }) => new ResumingStream(skyshelf.url, token, client));
    await eventually(() => streams.every(({ version }) => version > 0));
    const uploads = users
      .slice(0, 3)
      .map(({ client }, index) => uploadSlowly(skyshelf.url, client, `slow ${index}.bin`));
    const requests = sendSteadily(users, REQUESTS_PER_SECOND);
    let before = await processes();
    for (const name of restarted) {
      await skyshelf.ops('POST', '/cluster/restart', { name });
      const after = await processes();
      const kept = after.filter(({ pid }) => before.some((each) => each.pid === pid));
      expect(kept.filter((each) => name === undefined || each.name === name)).toEqual([]);
      before = after;
    }
    for (const upload of uploads) upload.finish();
    const sent = await Promise.all(uploads.map(({ done }) => done));
    const outcome = await requests.stop();

    expect(outcome.failures).toEqual([]);
    expect(outcome.sent / outcome.seconds).toBeGreaterThanOrEqual(100);
    await expectAllChangesSeen(users, streams);
    for (const [index, { linkurl, sha256 }] of sent.entries()) {
      const client = users[index]?.client ?? expect.unreachable('each upload has its user');
      expect(sha256Of(await readFile(client, linkurl))).toBe(sha256);
    }
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

function sampleOf(count: number): ServiceName[] {
  const random = seeded(SEED);
  const others = serviceNames.filter((name) => name !== 'gateway').toSorted(() => random() - 0.5);
  return ['gateway', ...others.slice(0, count)];
}

async function expectAllChangesSeen(users: readonly SteadyUser[], streams: readonly ResumingStream[]) {
  for (const [index, { client }] of users.entries()) {
    const stream = streams[index];
    const listing = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    await eventually(() => stream?.version === listing.version);
    const names = new Map(listing.docs.map(({ _id, linkname }) => [_id, linkname]));
    expect(stream?.shown).toEqual(names);
    expect(stream?.failures).toEqual([]);
    expect(stream?.resumed).toBeGreaterThan(0);
  }
}
