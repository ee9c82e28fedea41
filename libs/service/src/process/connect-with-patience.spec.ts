import { createLogger } from '@skyshelf/telemetry';
import { expect, it, vi } from 'vitest';
import { connectWithPatience } from './connect-with-patience.js';

const logger = createLogger({ service: 'test', level: 'silent' });

it('waits for a server that comes later only where it is said that it may', async () => {
  const warn = vi.spyOn(logger, 'warn');
  let failures = 3;
  const connect = vi.fn(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('Authentication failed.');
    return undefined as never;
  });
  await connectWithPatience(connect, { waits: true, logger, againMs: 1 });
  expect([connect.mock.calls.length, warn.mock.calls.length]).toEqual([4, 1]);
  failures = 1;
  await expect(connectWithPatience(connect, { waits: false, logger })).rejects.toThrow(
    'Authentication failed.',
  );
});
