import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DomainError } from '@skyshelf/contracts';
import { eventually, opsRequest } from '@skyshelf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startOpsServer } from './ops-server.js';

describe('the operator’s socket', () => {
  let folder: string;
  let socket: string;
  let close = async () => {};
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'skyshelf-ops-'));
    socket = join(folder, 'ops.sock');
  });
  afterEach(() => close());
  afterAll(() => rmSync(folder, { recursive: true }));

  it('answers JSON and text, and only its owner may open it', async () => {
    close = await startOpsServer(socket, {
      'POST /echo': async ({ body, query }) => ({ body, word: query.get('word') }),
      'GET /metrics': async () => 'up 1',
    });
    expect(await opsRequest(socket, 'POST', '/echo?word=hi', { a: 1 })).toEqual({
      body: { a: 1 },
      word: 'hi',
    });
    expect(await opsRequest(socket, 'GET', '/metrics')).toBe('up 1');
    expect(statSync(socket).mode & 0o777).toBe(0o600);
  });

  it('says what is wrong with a call', async () => {
    close = await startOpsServer(socket, {
      'POST /refuse': async () => {
        throw new DomainError('name.required');
      },
    });
    await expect(opsRequest(socket, 'POST', '/refuse')).rejects.toThrow(/400 .*This field is required/);
    await expect(opsRequest(socket, 'GET', '/nothing')).rejects.toThrow(/404/);
    await expect(opsRequest(socket, 'POST', '/refuse', 'x'.repeat(70_000))).rejects.toThrow(/413/);
  });

  const inLines = { method: 'POST', agent: false, headers: { accept: 'application/x-ndjson' } };

  const lines = async (path: string, onLine?: (line: unknown) => void): Promise<unknown[]> => {
    const call = request({ ...inLines, socketPath: socket, path });
    const [response] = (await once(call.end(), 'response')) as [IncomingMessage];
    const read: unknown[] = [];
    for await (const line of createInterface({ input: response })) {
      read.push(JSON.parse(line));
      onLine?.(read.at(-1));
    }
    return read;
  };

  it('reports the progress of a long command, and how it ended', async () => {
    close = await startOpsServer(socket, {
      'POST /long': async ({ tell }) => {
        tell({ done: 1 });
        tell({ done: 2 });
        return { all: 2 };
      },
      'POST /breaks': async ({ tell }) => {
        tell({ done: 1 });
        throw new DomainError('name.required');
      },
    });
    expect(await lines('/long')).toEqual([
      { progress: { done: 1 } },
      { progress: { done: 2 } },
      { answer: { all: 2 } },
    ]);
    expect(await lines('/breaks')).toMatchObject([
      { progress: { done: 1 } },
      { error: { code: 'name.required' } },
    ]);
    expect(await lines('/nothing')).toMatchObject([{ error: { code: 'route.not-found' } }]);
    expect(await opsRequest(socket, 'POST', '/long')).toEqual({ all: 2 });
  });

  it('tells a command when its caller has gone, and when the server closes', async () => {
    const stopped: string[] = [];
    close = await startOpsServer(socket, {
      'POST /endless': async ({ tell, signal, query }) => {
        tell({ begun: true });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        stopped.push(query.get('who') ?? '');
        return {};
      },
    });
    const gone = request({ ...inLines, socketPath: socket, path: '/endless?who=gone' });
    await once(gone.end(), 'response');
    gone.destroy();
    await eventually(() => stopped.includes('gone'));
    const begun = Promise.withResolvers<unknown>();
    const stays = lines('/endless?who=stays', begun.resolve);
    await begun.promise;
    await close();
    expect(await stays).toEqual([{ progress: { begun: true } }, { answer: {} }]);
    expect(stopped).toEqual(['gone', 'stays']);
  });
});
