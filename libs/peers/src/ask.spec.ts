import { catalogCalls, internalRoutes, storageCalls, type DriveId } from '@skyshelf/contracts';
import { describe, expect, it, vi } from 'vitest';
import { ask, askBytes } from './ask.js';

const answering = (answer: unknown) => {
  const json = vi.fn(async () => answer as never);
  return { json, peers: { json } };
};
const drive = 'd1' as DriveId;

describe('a call by its contract', () => {
  it('goes to the service of the contract, with its parameters in the path', async () => {
    const { json, peers } = answering({ version: 7 });
    expect(await ask(peers, catalogCalls.driveVersion, { params: { drive: 'a/b' } })).toEqual({ version: 7 });
    expect(json).toHaveBeenCalledWith('catalog', '/internal/drives/a%2Fb/version', { method: 'GET' });
  });

  it('goes to the service that is named, where several have it', async () => {
    const { json, peers } = answering([]);
    const query = { drive, after: 3, limit: 1 };
    await ask(peers, internalRoutes.driveEvents, { service: 'billing', query });
    expect(json).toHaveBeenCalledWith('billing', '/internal/events?drive=d1&after=3&limit=1', {
      method: 'GET',
    });
  });

  it('sends dates as ISO 8601, and leaves out what is not given', async () => {
    const { json, peers } = answering({ problems: [] });
    await ask(peers, internalRoutes.leftovers, { service: 'storage', query: { before: new Date(0) } });
    await ask(peers, storageCalls.checkUnnamed, { query: { drive: undefined } });
    expect(json.mock.calls.map(([, path]: readonly unknown[]) => path)).toEqual([
      '/internal/leftovers?before=1970-01-01T00%3A00%3A00.000Z',
      '/internal/storage/unnamed',
    ]);
  });

  it('is answered as the contract says, or not at all', async () => {
    const { peers } = answering({ version: 'seven' });
    await expect(ask(peers, catalogCalls.driveVersion, { params: { drive } })).rejects.toMatchObject({
      code: 'service.unavailable',
    });
  });

  it('sends bytes with the headers that describe them', async () => {
    const bytes = vi.fn(async () => ({ status: 200, headers: {}, body: null as never }));
    const sent = new Uint8Array(3);
    const headers = { 'content-length': '3' };
    await askBytes({ bytes }, internalRoutes.driveRestore, {
      service: 'media',
      params: { drive },
      sent,
      headers,
    });
    expect(bytes).toHaveBeenCalledWith('media', '/internal/drives/d1/restore', {
      method: 'POST',
      body: sent,
      headers,
    });
  });
});
