import { accessTokenClaims, routes } from '@skyshelf/contracts';
import { apiClient, eventually, launchSkyshelf, uploadFile, type LaunchedSkyshelf } from '@skyshelf/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../live-stream.js';
import { sampleImage } from '../sample-image.js';
import { onlyIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { WanderingBrowser } from './wandering-browser.js';

const patient = { timeoutMs: 60_000 };
const folder = (linkname: string) => ({ body: { url: '/', obj: { linkname, linktype: 'folder' as const } } });

interface Process {
  name: string;
  replica: number;
  pid: number | null;
  url: string;
  publicUrl?: string;
}

describe.runIf(onlyIn('cluster', 'asks two gateways by their own addresses'))('several replicas', () => {
  let skyshelf: LaunchedSkyshelf;
  let one: string;
  let two: string;

  const processes = () => skyshelf.ops<Process[]>('GET', '/cluster/processes');
  const replicasOf = async (name: string) => (await processes()).filter((each) => each.name === name);

  beforeAll(async () => {
    skyshelf = await launchSkyshelf({ env: unlimitedRates });
    [one = '', two = ''] = (await replicasOf('gateway')).map(({ publicUrl }) => publicUrl);
  });
  afterAll(() => skyshelf.dispose());

  it('show at one gateway at once what came through the other', async () => {
    const token = await skyshelf.token('live');
    const listening = await listen(one, token);
    const editing = apiClient(two, token);
    await listening.until((rings) => rings >= 1);
    await editing.call(routes.addElement, folder('through the other'));
    await listening.until((rings) => rings >= 2, 60_000);
    const { docs } = await apiClient(one, token).call(routes.listFolder, { body: { url: '/' } });
    expect(docs.map(({ linkname }) => linkname)).toEqual(['through the other']);
    listening.close();
  });

  it('end a session at all gateways within a second, live streams within two, wherever it was ended', async () => {
    const refused: number[] = [];
    const closed: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const [here, there] = round % 2 ? [one, two] : [two, one];
      const kept = await skyshelf.token('leaving');
      const lost = await skyshelf.token('leaving');
      const listening = await listen(there, lost);
      const owner = apiClient(here, kept);
      const other = apiClient(there, lost);
      const begun = performance.now();
      const until = async (condition: () => boolean | Promise<boolean>, times: number[]) => {
        await eventually(condition, { timeoutMs: 30_000, intervalMs: 5 });
        times.push(performance.now() - begun);
      };
      const { sid: id } = accessTokenClaims.parse(decodeJwt(lost));
      if (round === 0) await apiClient(here, lost).call(routes.logOut, { body: {} });
      else await owner.call(routes.endSession, { body: { id } });
      const isRefused = async () => (await other.send(routes.userInfo)).status === 401;
      await Promise.all([until(isRefused, refused), until(() => listening.ended(), closed)]);
      owner.close();
      other.close();
    }
    const ms = (times: number[]) => times.map(Math.round).toSorted((a, b) => a - b);
    console.log(
      `refused after ${ms(refused).join(' ')} ms, live streams closed after ${ms(closed).join(' ')} ms`,
    );
    expect(ms(refused)[18]).toBeLessThanOrEqual(1000);
    expect(ms(closed).at(-1)).toBeLessThanOrEqual(2000);
  });

  it('finish at one gateway a sign-in that began at the other', async () => {
    const browser = new WanderingBrowser(skyshelf.url, one);
    const { url: page } = await browser.follow(`${skyshelf.url}/auth/local?clientState=${'s'.repeat(32)}`);
    const { url: callback } = await browser.follow(page, (next) => next.includes('/auth/local/callback'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ name: 'Wanda' }),
    });
    browser.gateway = two;
    const location = (await browser.go(callback)).headers.get('location') ?? '';
    const token = new URLSearchParams(location.split('#')[1]).get('access_token') ?? '';
    const { docs } = await apiClient(one, token).call(routes.listFolder, { body: { url: '/' } });
    expect(docs).toEqual([]);
  });

  it('make each thumbnail once, whichever worker takes it', async () => {
    const token = await skyshelf.token('painter');
    const clients = [apiClient(one, token), apiClient(two, token)];
    const count = 8;
    for (let at = 0; at < count; at += 1) {
      const file = { name: `${at}.png`, type: 'image/png', bytes: await sampleImage(400, 300) };
      await uploadFile(clients[at % 2]!, file);
    }
    const listing = async () => (await clients[0]!.call(routes.listFolder, { body: { url: '/' } })).docs;
    await eventually(async () => (await listing()).every(({ thumbnailImage }) => thumbnailImage), patient);
    const thumbnails = (await listing()).map(({ thumbnailImage }) => thumbnailImage);
    expect(new Set(thumbnails).size).toBe(count);
    const metrics = await skyshelf.ops<string>('GET', '/metrics');
    expect(metrics).toContain('process="media-1"');
  });
});
