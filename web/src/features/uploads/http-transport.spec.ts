import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../testing/page-globals.js';
import { startSession } from '../../shared/session/current-session.js';
import { httpTransport } from './http-transport.js';

describe('a session that has ended, met when asking for', () => {
  const replaceState = vi.fn();
  beforeEach(() => {
    startSession({ accessToken: 't', idToken: '', expiresAt: Date.now() + 60_000 });
    vi.stubGlobal('history', { replaceState });
    vi.stubGlobal('location', { reload: () => undefined });
    replaceState.mockReset();
  });
  afterEach(() => vi.unstubAllGlobals());
  const file = { name: 'a.jpg', size: 1, type: '', modified: 1 };
  const place = { url: '/', folderId: 'root' };

  it.each([
    [
      'leave to upload',
      () => httpTransport.call('startUpload', { body: { ...place, files: [file] }, idempotencyKey: 'key' }),
    ],
    [
      'where parts go',
      () =>
        httpTransport.call(
          'startParts',
          { body: { grant: 'g', confirmed: [] }, idempotencyKey: 'key' },
          { tries: 1 },
        ),
    ],
  ])('%s, leads to a new login [F8.4]', async (_, ask) => {
    const error = { code: 'auth.expired', message: 'Please log in again.' };
    vi.stubGlobal('fetch', async () => Response.json({ error, reset: true, logout: true }, { status: 401 }));
    await expect(ask()).rejects.toMatchObject({ error });
    expect(replaceState).toHaveBeenCalledWith(null, '', '/#relogin');
  });
});
