import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '@skyshelf/contracts';
import { opsRequest } from '@skyshelf/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startOpsServer } from './ops-server.js';

describe('the operator’s socket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-ops-'));
  const socket = join(folder, 'ops.sock');
  let close = async () => {};
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
});
