import { describe, expect, it } from 'vitest';
import { file } from '../../../../testing/element.js';
import { viewerOf, viewers } from './registry.js';

const photo = file('a.jpg', { linktype: 'image/jpeg', width: 640, height: 480 });

describe('viewers', () => {
  it('share no kind', () => {
    const kinds = viewers.flatMap((one) => one.kinds);
    expect(new Set(kinds).size).toBe(kinds.length);
  });
  it('show images at their size, one after the other', () => {
    expect(viewerOf(photo)).toMatchObject({ turnsToSiblings: true });
    expect(viewerOf(photo).initialSize(photo)).toEqual({ width: 640, height: 480 });
    expect(viewerOf(photo).initialSize({ ...photo, width: null })).toBeNull();
  });
  it('offer a download of every other kind, each on its own', () => {
    const archive = file('a.zip', { linktype: 'application/zip' });
    expect(viewers).not.toContain(viewerOf(archive));
    expect(viewerOf(archive)).toMatchObject({ turnsToSiblings: false });
  });
});
