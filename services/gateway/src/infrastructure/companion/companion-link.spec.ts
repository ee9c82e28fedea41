import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DriveId, remoteSources, type SourceList } from '@skyshelf/contracts';
import { eventually, fakeClock, freePort } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CompanionLink } from '../../application/companion-link.js';
import { companionLink } from './companion-link.js';

const told = {
  sources: remoteSources.map((name) => ({ name, on: name === 'url', reason: null, hint: null })),
};
const onOnes = ({ sources }: SourceList) => sources.filter(({ on }) => on).map(({ name }) => name);

let port: number;
let clock: ReturnType<typeof fakeClock>;
let pod: Server | null = null;
const links: CompanionLink[] = [];

beforeEach(async () => {
  port = await freePort();
  clock = fakeClock();
});
afterEach(async () => {
  await evict();
  for (const link of links.splice(0)) await link.close();
});

async function start() {
  pod = createServer((_, response) => response.end(JSON.stringify(told)));
  await once(pod.listen(port, '127.0.0.1'), 'listening');
}
async function evict() {
  pod?.closeAllConnections();
  await new Promise((closed) => (pod ? pod.close(closed) : closed(undefined)));
  pod = null;
}
function gateway(wake?: () => Promise<void>): CompanionLink {
  const link = companionLink({ address: `http://127.0.0.1:${port}`, keys: () => ['key'], clock, wake });
  links.push(link);
  return link;
}

describe('the sources, while the one pod of Companion is evicted', () => {
  it('are told as they were, by a gateway that knows them', async () => {
    await start();
    const link = gateway();
    expect(onOnes(await link.sources())).toEqual(['url']);
    await evict();
    expect(onOnes(await link.sources())).toEqual(['url']);
    clock.advance(19_000);
    expect(onOnes(await link.sources())).toEqual(['url']);
    expect(await link.configured()).toEqual(['url']);
  });

  it('are waited for by a gateway that has started meanwhile', async () => {
    const link = gateway();
    const asked = [link.sources(), link.sources()];
    await start();
    expect((await Promise.all(asked)).map(onOnes)).toEqual([['url'], ['url']]);
  });

  it('are off, with the reason, when it stays away, and on when it is back', async () => {
    await start();
    const knows = gateway();
    await knows.sources();
    await evict();
    const links = [knows, gateway()];
    const asked = links.map((link) => link.sources());
    let answered = 0;
    for (const each of asked) void each.then(() => (answered += 1));
    await eventually(() => answered === 1);
    clock.advance(20_000);
    expect((await Promise.all(asked)).map(onOnes)[1]).toEqual([]);
    for (const link of links)
      expect((await link.sources()).sources[0]).toEqual({
        name: 'url',
        on: false,
        reason: 'Files cannot be brought from other places at the moment. Try again later.',
      });
    await start();
    for (const link of links) expect(onOnes(await link.sources())).toEqual(['url']);
  });

  it('are asked for with the first call, which waits for a process that starts with the gateway', async () => {
    const link = gateway();
    const caller = { sub: 'local|alice', drive: 'alice' as DriveId, sid: 'sid', name: 'Alice' };
    const door = createServer((request, response) => {
      link.forward(request, response, caller).catch(() => response.destroy());
    });
    await once(door.listen(0, '127.0.0.1'), 'listening');
    const answer = fetch(`http://127.0.0.1:${(door.address() as AddressInfo).port}/companion/url/meta`);
    await once(door, 'request');
    await start();
    expect(await (await answer).json()).toEqual(told);
    door.close();
  });

  it('are off at once where the process is started from here', async () => {
    expect(onOnes(await gateway(async () => {}).sources())).toEqual([]);
  });
});
