import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../testing/run-gateway.js';

describe('the door', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await runGateway();
  });
  afterAll(() => gateway.stop());

  const list = (headers: Record<string, string> = {}, url = '/') =>
    fetch(`${gateway.url}/api/`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ url }) });

  it('hands a signed-in call to its service with the token and nothing else that names a user', async () => {
    const alice = await gateway.tokenOf('alice');
    const answer = await list({ ...alice.headers, 'cookie': 'skyshelf=abc', 'x-request-id': 'mine-1' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ docs: [], folderId: 'root', version: 0 });
    const seen = gateway.catalog.requests.at(-1);
    expect(seen?.caller).toEqual({ sub: 'local|alice', drive: alice.drive, sid: alice.sid, name: 'alice' });
    expect(seen?.headers.cookie).toBeUndefined();
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    expect(seen?.headers['x-request-id']).toBe('mine-1');
  });
});
