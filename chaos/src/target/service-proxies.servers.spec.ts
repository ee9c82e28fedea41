import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provide, startStack, provisionProblem, type Stack } from '@skyshelf/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeProxies } from './service-proxies.js';

const reason = await provisionProblem('toxiproxy');
if (reason !== undefined && process.env.CI) throw new Error(reason);
if (reason !== undefined) console.warn(`Skipped without toxiproxy: ${reason}`);

describe.skipIf(reason !== undefined)(
  'proxies before the processes of a cluster',
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'skyshelf-proxies-'));
    const service = createServer((_request, response) => response.end('here'));
    let stack: Stack;
    beforeAll(async () => {
      await provide('toxiproxy');
      stack = await startStack({
        folder: join(folder, 'stack'),
        mongod: 0,
        kafka: 0,
        s3: null,
        proxied: true,
      });
    }, 300_000);
    afterAll(async () => {
      service.close();
      service.closeAllConnections();
      await stack.wipe();
      rmSync(folder, { recursive: true, force: true });
    }, 60_000);

    const answerOf = (url: string) =>
      fetch(url, { headers: { connection: 'close' } }).then(
        (answer) => answer.text(),
        () => 'unreachable',
      );

    it('cut one process off from all that call it, and let them through again', async () => {
      if (!stack.proxies) throw new Error('no proxies');
      const proxies = await placeProxies(stack.proxies, 'test');
      const [first = ''] = proxies.ports.split(',');
      const [listening, reached] = first.split(':').map(Number);
      service.listen(listening, '127.0.0.1');
      await once(service, 'listening');
      const url = `http://127.0.0.1:${reached}`;
      const cut = proxies.cutOf(async () => [url]);
      expect(await answerOf(url)).toBe('here');
      await cut.break();
      expect(await answerOf(url)).toBe('unreachable');
      await cut.reconnect();
      expect(await answerOf(url)).toBe('here');
      await proxies.only([url]);
      expect(await answerOf(url)).toBe('here');
      await proxies.only([]);
      expect(await answerOf(url)).toBe('unreachable');
      await proxies.remove();
      expect(await answerOf(url)).toBe('unreachable');
    });
  },
);
