import { describe, expect, it } from 'vitest';
import { createSealer } from './sealer.js';

describe('a sealed text', () => {
  const keys = ['first key of this installation, long', 'second key of this installation, long'];
  const sealer = createSealer(() => keys, 'addresses');

  it('opens for what it belongs to, also after a change of keys, and never by other keys', () => {
    const sealed = sealer.seal('a secret', 'link');
    expect(sealed).not.toContain(Buffer.from('a secret').toString('base64url'));
    expect(sealer.open(sealed, 'link')).toBe('a secret');
    expect(sealer.open(sealed, 'another')).toBe(null);
    expect(createSealer(() => keys.toReversed(), 'addresses').open(sealed, 'link')).toBe('a secret');
    expect(createSealer(() => keys.slice(1), 'addresses').open(sealed, 'link')).toBe(null);
    expect(createSealer(() => keys, 'cookies').open(sealed, 'link')).toBe(null);
  });

  it('cannot be changed, and is another each time', () => {
    const sealed = sealer.seal('a secret', 'link');
    expect(sealer.seal('a secret', 'link')).not.toBe(sealed);
    const changed = Buffer.from(sealed, 'base64url');
    changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
    expect(sealer.open(changed.toString('base64url'), 'link')).toBe(null);
    for (const text of ['', 'short', '%%%']) expect(sealer.open(text, 'link')).toBe(null);
  });
});
