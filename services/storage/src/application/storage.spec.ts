import { expect, it } from 'vitest';
import { SingleFlight } from './storage.js';

it('lets a repeat wait for the first, also when that fails, and other keys go on', async () => {
  const turns = new SingleFlight<string>();
  const first = Promise.withResolvers<never>();
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  const failed = turns.run('a', () => first.promise).catch(() => done.push('failed'));
  const repeat = turns.run('a', note('repeat'));
  await turns.run('b', note('other'));
  first.reject(new Error('lost'));
  await Promise.all([failed, repeat]);
  expect(done).toEqual(['other', 'failed', 'repeat']);
});
