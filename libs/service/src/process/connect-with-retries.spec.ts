import { createLogger } from '@skyshelf/telemetry';
import { expect, it, vi } from 'vitest';
import { connectWithRetries } from './connect-with-retries.js';

const logger = createLogger({ service: 'test', level: 'silent' });

it('waits for a server that comes later only where it is said that it may', async () => {
  const warn = vi.spyOn(logger, 'warn');
  let failures = 3;
  const connect = vi.fn(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('Authentication failed.');
    return undefined as never;
  });
  await connectWithRetries(connect, { waits: true, logger, againMs: 1 });
  expect([connect.mock.calls.length, warn.mock.calls.length]).toEqual([4, 1]);
  failures = 1;
  await expect(connectWithRetries(connect, { waits: false, logger })).rejects.toThrow(
    'Authentication failed.',
  );
});
