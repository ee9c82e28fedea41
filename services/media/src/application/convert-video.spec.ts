import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import { beforeEach, expect, it } from 'vitest';
import type { ConversionDeps } from './await-conversion.js';
import { convertVideo, recordPlayed } from './convert-video.js';
import type { MakingStatus } from '../domain/conversion.js';
import type { OwnElement } from './ports.js';

const owner = { drive: 'd' as DriveId, sub: 'local|ann' };
const linkurl = 'Cloud/b1/local|ann###a.avi';
const named = { id: 'e1', linkurl };
const openElement = 'Cloud/m1/local|ann###mp4.mp4';
const mp4 = { blobId: 'm1' as BlobId, bytes: 1 };

let element: OwnElement;
let standing: MakingStatus;
let asked: number;
let clock: number;
let installed: boolean;
const deps: ConversionDeps = {
  elements: { own: async () => element },
  jobs: {
    demand: async () => `mp4.${(asked += 1)}`,
    standing: async () => standing,
    again: async () => {},
  },
  wake: () => {},
  pause: async (ms) => void (clock += ms),
  canMake: async () => installed,
  isStopping: () => false,
  now: () => new Date(clock),
  maxVideoBytes: 262_144_000,
};
beforeEach(() => {
  asked = 0;
  clock = 0;
  installed = true;
  standing = { state: 'running', open: true, ended: null, reason: null };
  const film = { kind: 'video/x-msvideo', extension: 'avi', size: 262_144_000 };
  element = { ...film, id: 'e1' as ElementId, blobId: 'b1' as BlobId, url: null, derived: {} };
});

it('answers wait after five seconds, with the percent as far as it is known', async () => {
  expect(await convertVideo(deps, owner, named)).toEqual({ wait: true });
  expect(clock).toBe(5000);
  standing = { ...standing, percent: 40 };
  expect(await convertVideo(deps, owner, named)).toEqual({ wait: true, percent: 40 });
});

it('answers at once where the film can be watched meanwhile', async () => {
  standing = { ...standing, live: 'the-run' };
  const live = '/files/live/the-run/index.m3u8';
  expect(await convertVideo(deps, owner, named)).toEqual({ wait: true, live });
  expect(clock).toBe(0);
  // Of a try that was broken off.
  standing = { ...standing, state: 'waiting' };
  expect(await convertVideo(deps, owner, named)).toEqual({ wait: true });
});

it('answers the film that is there', async () => {
  element = { ...element, derived: { mp4 } };
  expect(await convertVideo(deps, owner, named)).toEqual({ ok: true, openElement });
  expect(asked).toBe(0);
});

it('refuses with the message of the specification, and queues nothing, while its program is missing', async () => {
  installed = false;
  await expect(convertVideo(deps, owner, named)).rejects.toMatchObject({
    code: 'video.unplayable',
    message: 'Unable to play this video, You can download and preview locally.',
  });
  expect(asked).toBe(0);
});

it('refuses a larger film with the message of the specification [S2.10]', async () => {
  element = { ...element, size: 262_144_001 };
  await expect(convertVideo(deps, owner, named)).rejects.toMatchObject({
    code: 'video.too-large',
    status: 413,
    message:
      'Maximum file size to convert video and play online is: 250MB, You can download and preview locally.',
  });
  expect(asked).toBe(0);
});

it.each([
  ['a list of addresses', { kind: 'video/x-mpegURL', extension: 'm3u8' }, 'video.unplayable'],
  ['such a list, as browsers name it', { kind: 'audio/x-mpegurl', extension: 'm3u8' }, 'video.unplayable'],
  ['what was given up', { derived: { mp4: { failed: 'damaged' } } }, 'video.unplayable'],
  ['an image', { kind: 'image/png' }, 'input.invalid'],
  ['a folder', { blobId: null }, 'input.invalid'],
])('makes nothing of %s', async (_, changes: Partial<OwnElement>, code) => {
  element = { ...element, ...changes };
  await expect(convertVideo(deps, owner, named)).rejects.toMatchObject({ code });
  expect(asked).toBe(0);
});

it('takes note of the film that plays, and of no other', async () => {
  element = { ...element, derived: { mp4 } };
  for (const address of [linkurl, openElement])
    expect(await recordPlayed(deps, owner, { id: 'e1', linkurl: address })).toEqual({ ok: true });
  for (const address of ['Cloud/b2/x###a', 'nonsense'])
    await expect(recordPlayed(deps, owner, { id: 'e1', linkurl: address })).rejects.toMatchObject({
      code: 'input.invalid',
      details: { field: 'linkurl' },
    });
});
