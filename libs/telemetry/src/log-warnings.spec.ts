import { expect, it } from 'vitest';
import { logWarnings } from './log-warnings.js';

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
