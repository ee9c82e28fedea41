import { afterEach, describe, expect, it } from 'vitest';
import { createLogger, startTracing, withTraceparent, type Tracing } from './index.js';
import { logWarnings } from './logger.js';

function recorder() {
  const lines: Record<string, unknown>[] = [];
  return {
    lines,
    destination: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  };
}

describe('a log line', () => {
  let tracing: Tracing | undefined;
  afterEach(async () => {
    await tracing?.stop();
    tracing = undefined;
  });

  it('names the service, the level and the time', () => {
    const { lines, destination } = recorder();
    createLogger({ service: 'billing', destination }).info({ plan: 'Free' }, 'plan changed');
    expect(lines).toEqual([
      expect.objectContaining({ level: 'info', service: 'billing', plan: 'Free', msg: 'plan changed' }),
    ]);
    expect(lines[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('carries the ids of the trace it belongs to', async () => {
    tracing = await startTracing({ service: 'billing' });
    const { lines, destination } = recorder();
    const logger = createLogger({ service: 'billing', destination });
    withTraceparent(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, () => logger.info('inside'));
    logger.info('outside');
    expect(lines[0]).toMatchObject({ trace: 'a'.repeat(32), span: 'b'.repeat(16) });
    expect(lines[1]).not.toHaveProperty('trace');
  });

  it('never shows tokens, cookies or secrets', () => {
    const { lines, destination } = recorder();
    const logger = createLogger({ service: 'gateway', destination });
    logger.info({
      token: 'hush-1',
      session: { access_token: 'hush-2' },
      req: {
        headers: {
          authorization: 'Bearer hush-3',
          cookie: 'read=hush-4',
          'upload-grant': 'hush-5',
          host: 'here',
        },
      },
      res: { headers: { 'set-cookie': 'hush-6' } },
    });
    expect(JSON.stringify(lines)).not.toContain('hush');
    expect(lines[0]).toMatchObject({ token: '[secret]', req: { headers: { host: 'here' } } });
  });

  it('is not written below the level', () => {
    const { lines, destination } = recorder();
    createLogger({ service: 'x', level: 'warn', destination }).info('quiet');
    expect(lines).toEqual([]);
  });
});

it('writes what Node warns of as a line of the log, but not what is expected', async () => {
  const before = process.listeners('warning');
  const lines: unknown[] = [];
  logWarnings({ warn: (fields: unknown) => void lines.push(fields) });
  process.emitWarning('Two errors of one socket');
  process.emitWarning('a pause below nothing', 'TimeoutNegativeWarning');
  await new Promise(setImmediate);
  process.removeAllListeners('warning');
  for (const listener of before) process.on('warning', listener);
  expect(lines).toEqual([{ err: expect.objectContaining({ message: 'Two errors of one socket' }) }]);
});
