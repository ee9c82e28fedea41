import { expect, it, vi } from 'vitest';
import '../../../testing/page-globals.js';
import { FrameChanges, Speed, UploadTotals } from './upload-list.js';
import { formatDuration, summarise } from './upload-box.js';
import type { Upload, UploadStatus } from './machine/upload.js';

it('tells who shows a file of that file alone, and who shows sums once a frame', () => {
  const frames: (() => void)[] = [];
  const changes = new FrameChanges((task) => void frames.push(task));
  const all = vi.fn();
  const one = vi.fn();
  const other = vi.fn();
  changes.subscribe(all);
  const stop = changes.subscribeTo(1, one);
  changes.subscribeTo(2, other);
  for (let time = 0; time < 1000; time += 1) changes.note(1);
  expect([frames.length, one.mock.calls.length]).toEqual([1, 0]);
  frames.shift()?.();
  expect([all, one, other].map((each) => each.mock.calls.length)).toEqual([1, 1, 0]);
  stop();
  changes.note(1);
  frames.shift()?.();
  expect([all, one].map((each) => each.mock.calls.length)).toEqual([2, 1]);
});

type Item = Pick<Upload, 'status' | 'sent' | 'size' | 'isTaken'>;
const item = (status: UploadStatus, sent: number, size = 1000): Item => ({
  status,
  sent,
  size,
  isTaken: false,
});
const totals = (...items: Item[]): UploadTotals => {
  const all = new UploadTotals();
  for (const each of items) all.add(each, 1);
  return all;
};

it('says how many files are under way, how much, how fast, and how long it will take', () => {
  expect(summarise(totals(item('sending', 500), item('waiting', 0), item('done', 1000)), 100)).toEqual({
    title: 'Uploading 2 files',
    detail: '1.5 KB of 2.9 KB · 100 Bytes/s · 15 s left',
    progress: 0.5,
    active: true,
  });
});
it('does not count paused files as time left', () => {
  expect(summarise(totals(item('sending', 500), item('paused', 0)), 100).detail).toMatch(/· 5 s left$/);
});
it('says what has arrived', () => {
  expect(summarise(totals(item('done', 1000), item('refused', 0)), 0)).toEqual({
    title: '1 file uploaded',
    detail: '',
    active: false,
    progress: 1,
  });
});
it('does not call a refusal an upload', () =>
  expect(summarise(totals(item('refused', 0)), 0).title).toBe('Uploads stopped'));
it('forgets what a file was before it changed', () => {
  const all = totals(item('sending', 500));
  all.add(item('sending', 500), -1);
  all.add(item('done', 1000), 1);
  expect(all).toMatchObject({ unsettled: 0, moving: 0, left: 0, counted: 1000, arrived: 1000 });
});

it('measures the speed of the last five seconds', () => {
  const speed = new Speed();
  expect(speed.at(0)).toBe(0);
  speed.add(0, 4000);
  speed.add(1000, 1000);
  speed.add(2000, 1000);
  expect(speed.at(2000)).toBe(3000);
  expect(speed.at(6000)).toBe(400);
  expect(speed.at(60_000)).toBe(0);
});

it.each([
  [null, ''],
  [Number.POSITIVE_INFINITY, ''],
  [0.2, '1 s'],
  [42.4, '42 s'],
  [90, '2 min'],
  [7500, '2 h 5 min'],
])('says that %s seconds are left as "%s"', (seconds, shown) => expect(formatDuration(seconds)).toBe(shown));
