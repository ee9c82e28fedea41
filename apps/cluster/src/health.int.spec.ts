import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { killWhenUnresponsive, type Watched } from './health.js';

const limits = { everyMs: 5, answerMs: 500, mostSilent: 3 };

/** A server that takes connections and answers none once it hangs, and a process that stands for it. */
async function watchedServer({
  hasAnswered,
  hangs,
}: {
  hasAnswered: boolean;
  hangs: (asked: number) => boolean;
}) {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    if (!hangs(asked)) response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const process = { running: true, hasAnswered, kills: 0, kill: () => void (process.kills += 1) };
  const { port } = server.address() as AddressInfo;
  return { process, url: `http://127.0.0.1:${port}`, asked: () => asked };
}

describe('a process that is watched', { timeout: 30_000 }, () => {
  it('is ended when it answered once and then no more', async () => {
    const { process, url } = await watchedServer({ hasAnswered: false, hangs: (asked) => asked > 2 });
    expect(await killWhenUnresponsive(process, url, limits)).toBe('killed');
    expect(process.kills).toBe(1);
  });

  it('is ended when it has hung since before the first look, but answered somebody else', async () => {
    const { process, url, asked } = await watchedServer({ hasAnswered: true, hangs: () => true });
    expect(await killWhenUnresponsive(process, url, limits)).toBe('killed');
    expect(asked()).toBe(limits.mostSilent);
  });

  it('is left alone while it has not answered anybody yet', async () => {
    const { process, url } = await watchedServer({
      hasAnswered: false,
      hangs: (asked) => {
        if (asked > 2 * limits.mostSilent) process.running = false;
        return true;
      },
    });
    expect(await killWhenUnresponsive(process as Watched, url, limits)).toBe('ended');
    expect(process.kills).toBe(0);
  });
});
