import { expect, it } from 'vitest';
import { summarise } from './dock-summary.js';
import { Speed } from './speed.js';
import type { UploadItem, UploadStatus } from './upload-item.js';

const item = (status: UploadStatus, sent: number, size = 1000): UploadItem => ({
  id: sent,
  group: 1,
  name: 'a',
  size,
  sent,
  status,
  targetFolder: { url: '/', folderId: 'root' },
  message: null,
  elementId: null,
});

it('says how many files are under way, how fast, and how long it will take', () => {
  expect(summarise([item('sending', 500), item('waiting', 0), item('done', 1000)], 100)).toEqual({
    title: 'Uploading 2 files',
    detail: '100 Bytes/s · 15 s left',
    progress: 0.5,
    active: true,
    done: 1,
  });
});
it('does not count paused files as time left', () => {
  expect(summarise([item('sending', 500), item('paused', 0)], 100).detail).toBe('100 Bytes/s · 5 s left');
});
it('says what has arrived', () => {
  expect(summarise([item('done', 1000), item('refused', 0)], 0)).toMatchObject({
    title: '1 file uploaded',
    detail: '',
    active: false,
    progress: 1,
  });
});
it('does not call a refusal an upload', () =>
  expect(summarise([item('refused', 0)], 0).title).toBe('Uploads stopped'));

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
