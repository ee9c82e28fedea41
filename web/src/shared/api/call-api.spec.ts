import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../testing/page-globals.js';
import { endSession, startSession } from '../session/current-session.js';
import { isReachable } from '../connection/connection.js';
import { callApi, type CallOptions } from './call-api.js';
import { isAnswer } from './check-answer.js';

describe('a call', () => {
  const fetched = vi.fn(async (..._: unknown[]) => Response.json({ docs: [] }));
  const wentTo = vi.fn();
  const logged = vi.spyOn(console, 'error');
  beforeEach(() => {
    vi.stubGlobal('fetch', fetched);
    fetched.mockClear();
    logged.mockReset();
    logged.mockReturnValue();
    wentTo.mockReset();
    vi.stubGlobal('history', { replaceState: (_: unknown, __: string, to: string) => wentTo(to) });
    vi.stubGlobal('location', { reload: () => undefined });
  });
  afterEach(() => {
    endSession();
    vi.unstubAllGlobals();
  });

  it('without a session is logged, and not sent [F7.1]', async () => {
    await expect(callApi('listTags', {})).rejects.toMatchObject({ error: { status: 401 } });
    expect(logged).toHaveBeenCalledWith('User not logged in');
    expect(fetched).not.toHaveBeenCalled();
    expect(wentTo).not.toHaveBeenCalled();
  });

  it('that visitors may make is sent without a session', async () => {
    await callApi('listPlans', { body: {} });
    await callApi('listFolder', { body: { url: '/' } });
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(logged).not.toHaveBeenCalled();
  });

  it('with an answer that lacks what the page reads into is refused', async () => {
    startSession({ accessToken: 't', idToken: '', expiresAt: Date.now() + 60_000 });
    const obj = { linkname: 'a', linktype: 'folder' };
    const add = () => callApi('addElement', { body: { url: '/', obj }, idempotencyKey: 'k' });
    for (const body of [{ warnings: [], operation: 'o' }, { docs: null, warnings: [] }, [], null, 'proxy']) {
      fetched.mockResolvedValueOnce(Response.json(body));
      await expect(add()).rejects.toMatchObject({ error: { code: 'unreadable' } });
    }
    fetched.mockResolvedValueOnce(new Response('<html>'));
    await expect(add()).rejects.toMatchObject({ error: { code: 'unreadable' } });
    const docs = { _id: 'a', linktag: [] };
    fetched.mockResolvedValueOnce(Response.json({ docs, warnings: [] }));
    expect(await add()).toMatchObject({ docs });
    const admitted = { docs: { result: {}, ops: [] }, warnings: [] };
    expect([isAnswer('admitUploads', admitted), isAnswer('logOut', undefined)]).toEqual([false, true]);
  });

  it('is told at once that nothing gets through, unless its caller says how often to try', async () => {
    fetched.mockRejectedValue(new TypeError('no network'));
    const sent = async (options?: CallOptions): Promise<number> => {
      fetched.mockClear();
      await expect(callApi('readInstallation', {}, options)).rejects.toMatchObject({ error: { status: 0 } });
      return fetched.mock.calls.filter(([address]) => address !== '/favicon.svg').length;
    };
    await sent({ tries: 1 });
    await vi.waitFor(() => expect(isReachable()).toBe(false));
    expect(await sent()).toBe(1);
    expect(await sent({ tries: 2 })).toBe(2);
    fetched.mockImplementation(async () => Response.json({ docs: [] }));
  });

  it.each([
    ['an ended session', { reset: true, logout: true }, 1],
    ['another refusal', { reset: true, logout: false }, 0],
  ])('answered with %s leads to a fresh login %#: [F4.20]', async (_, flags, times) => {
    startSession({ accessToken: 't', idToken: '', expiresAt: Date.now() + 60_000 });
    const error = { code: 'auth.expired', message: 'Please log in again.' };
    fetched.mockResolvedValueOnce(Response.json({ error, ...flags }, { status: 401 }));
    await expect(callApi('listTags', {})).rejects.toMatchObject({ error });
    expect(wentTo.mock.calls).toEqual(Array.from({ length: times }, () => ['/#relogin']));
  });
});
