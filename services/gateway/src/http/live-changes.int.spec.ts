import { limits, type DriveId } from '@skyshelf/contracts';
import { eventOf, eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';
import { MAX_STREAMS_PER_DRIVE } from './live-changes.js';

interface Listening {
  status: number;
  messages: { version: number; resync?: true }[];
  ids: string[];
  /** The events named `job`. */
  jobs: unknown[];
  ended: boolean;
  close(): void;
}

describe('live changes', () => {
  let gateway: RunningGateway;
  const open = new Set<Listening>();
  beforeAll(async () => {
    gateway = await runGateway();
  });
  afterAll(async () => {
    for (const each of open) each.close();
    await gateway.stop();
  });

  async function listen(headers: Record<string, string>, query = ''): Promise<Listening> {
    const controller = new AbortController();
    const answer = await fetch(`${gateway.url}/api/changes/live${query}`, {
      headers,
      signal: controller.signal,
    });
    const listening: Listening = {
      status: answer.status,
      messages: [],
      ids: [],
      jobs: [],
      ended: false,
      close: () => controller.abort(),
    };
    open.add(listening);
    void (async () => {
      let text = '';
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) read(block, listening);
      }
    })()
      .catch(() => {})
      .finally(() => {
        listening.ended = true;
      });
    return listening;
  }

  function read(block: string, listening: Listening): void {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data && /^event: job$/m.test(block)) listening.jobs.push(JSON.parse(data));
    else if (data) listening.messages.push(JSON.parse(data) as { version: number });
    const id = /^id: (.*)$/m.exec(block)?.[1];
    if (id) listening.ids.push(id);
  }

  const change = (drive: DriveId, version: number): Promise<void> => {
    gateway.catalog.versions.set(drive, version);
    const data = { type: 'catalog.quota.changed', quota: 1 };
    return gateway.bus.publish([eventOf('catalog', drive, data, { version })]);
  };

  it('ring with the version of the drive when it changes, and never for another’s', async () => {
    const alice = await gateway.tokenOf('alice');
    const bob = await gateway.tokenOf('bob');
    gateway.catalog.versions.set(alice.drive, 4);
    const page = await listen(alice.headers, '?since=4');
    await eventually(() => page.messages.length === 1);
    await change(bob.drive, 9);
    await change(alice.drive, 5);
    await eventually(() => page.messages.length === 2);
    expect(page.messages).toEqual([{ version: 4 }, { version: 5 }]);
    expect(page.ids).toEqual(['4', '5']);
    page.close();
  });

  it('say how far the work on an element of the drive is, and never of another’s', async () => {
    const alice = await gateway.tokenOf('alice');
    const bob = await gateway.tokenOf('bob');
    const page = await listen(alice.headers);
    await eventually(() => page.messages.length === 1);
    for (const { drive } of [bob, alice])
      await gateway.bus.publish([
        eventOf('media', drive, {
          type: 'media.job.progressed',
          elementId: drive,
          kind: 'preview',
          percent: 43,
        }),
      ]);
    await eventually(() => page.jobs.length > 0);
    expect(page.jobs).toEqual([{ _id: alice.drive, kind: 'preview', percent: 43 }]);
    expect(page.ids).toHaveLength(1);
    page.close();
  });

  it('begin with what happened while no one listened', async () => {
    const alice = await gateway.tokenOf('carol');
    gateway.catalog.versions.set(alice.drive, 7);
    const page = await listen({ ...alice.headers, 'last-event-id': '5' }, '?since=1');
    await eventually(() => page.messages.length === 1);
    expect(page.messages[0]).toEqual({ version: 7 });
    page.close();
    const stale = await listen(alice.headers, '?since=99');
    await eventually(() => stale.messages.length === 1);
    expect(stale.messages[0]).toEqual({ version: 7, resync: true });
    stale.close();
  });

  it('reach a page that has only the read cookie, as an event source has', async () => {
    const alice = await gateway.tokenOf('dora');
    const page = await listen({ cookie: `skyshelf=${alice.accessToken}` });
    expect(page.status).toBe(200);
    await eventually(() => page.messages.length === 1);
    page.close();
  });

  it('arrive within moments, also hundreds of them', async () => {
    const { drive, headers } = await gateway.tokenOf('emil');
    const page = await listen(headers);
    await eventually(() => page.messages.length === 1);
    for (let version = 1; version <= 300; version += 1) await change(drive, version);
    await eventually(() => page.messages.at(-1)?.version === 300);
    const versions = page.messages.map((each) => each.version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    page.close();
  });

  it('end when the token expires', async () => {
    // The session began almost fourteen days ago.
    const clock = { now: () => new Date(Date.now() + skip) };
    let skip = 4000 - limits.sessionMs;
    const shortly = await runGateway({ clock });
    const gustav = await shortly.tokenOf('gustav');
    skip = 0;
    const answer = await fetch(`${shortly.url}/api/changes/live`, { headers: gustav.headers });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('data: {"version":0}');
    await shortly.stop();
  });

  it('are refused without a good token, for a senseless version, and beyond a bound per account', async () => {
    expect((await listen({})).status).toBe(401);
    const { headers } = await gateway.tokenOf('hanna');
    expect((await listen(headers, '?since=abc')).status).toBe(400);
    expect((await listen(headers, '?since=-1')).status).toBe(400);
    expect((await fetch(`${gateway.url}/api/changes/live`, { method: 'HEAD', headers })).status).toBe(405);
    const pages = [];
    for (let count = 0; count < MAX_STREAMS_PER_DRIVE; count += 1) pages.push(await listen(headers));
    expect(pages.every((each) => each.status === 200)).toBe(true);
    expect((await listen(headers)).status).toBe(429);
    for (const each of pages) each.close();
    await eventually(async () => {
      const again = await listen(headers);
      again.close();
      return again.status === 200;
    });
  });

  it('do not keep the gateway from stopping, and are told to come back at once', async () => {
    const other = await runGateway();
    const { headers } = await other.tokenOf('ida');
    const answer = await fetch(`${other.url}/api/changes/live`, { headers });
    const before = performance.now();
    const [said] = await Promise.all([answer.text(), other.stop()]);
    expect(performance.now() - before).toBeLessThan(5000);
    expect(said).toMatch(/\nretry: \d{2,3}\n\n$/);
  });
});
