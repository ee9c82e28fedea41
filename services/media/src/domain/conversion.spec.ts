import { expect, it } from 'vitest';
import { decideConversion, isShown, type MakingStatus } from './conversion.js';
import { decidePicture, NO_SUCH_PICTURE } from './provider-picture.js';

const SECOND = 1000;
const now = new Date('2026-05-01T12:00:00Z');
const status = (state: MakingStatus['state'], agoMs = 0, reason: string | null = null): MakingStatus => ({
  state,
  open: state === 'waiting' || state === 'running',
  ended: new Date(now.getTime() - agoMs),
  reason,
});
const slow = 'Making the PDF took too long.';

it.each([
  ['waits for a job', null, true, 'wait'],
  ['waits for a job', status('running'), true, 'wait'],
  ['waits until catalog has heard', status('done', 30 * SECOND), true, 'wait'],
  ['makes again what is nowhere to be seen', status('done', 31 * SECOND), false, 'again'],
  ['makes again what was dropped', status('dropped'), false, 'again'],
  ['fails with a job', status('failed', 999 * SECOND, 'It is damaged.'), true, 'fail'],
  ['tries again what ran out of time, opened later', status('failed', 301 * SECOND, slow), true, 'again'],
  ['fails while a page waits', status('failed', 301 * SECOND, slow), false, 'fail'],
  ['fails when it is opened soon', status('failed', 300 * SECOND, slow), true, 'fail'],
] as const)('a conversion %s: %j', (_, standing, isOpened, next) => {
  expect(decideConversion(standing, isOpened, now)).toBe(next);
});

it('a film can be watched while it is made', () => {
  expect(isShown({ ...status('running'), live: 'name' })).toBe(true);
  expect([null, status('running'), { ...status('done'), live: 'name' }].some(isShown)).toBe(false);
});

it.each([
  [null, { do: 'wait' }],
  [status('waiting'), { do: 'wait' }],
  [status('done', 60 * SECOND), { do: 'wait' }],
  [status('done', 61 * SECOND), { do: 'again' }],
  [status('dropped'), { do: 'again' }],
  [status('failed', 9 * 3600 * SECOND, NO_SUCH_PICTURE), { do: 'refuse', keepSeconds: 604_800 }],
  [status('failed', 600 * SECOND), { do: 'refuse', keepSeconds: 3000 }],
  [status('failed', 3600 * SECOND), { do: 'again' }],
] as const)('a picture of a provider, %j: %j', (standing, decision) => {
  expect(decidePicture(standing, now)).toEqual(decision);
});
