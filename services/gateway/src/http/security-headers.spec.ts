import { describe, expect, it } from 'vitest';
import { pageHeaders, type PageNeighbours } from './security-headers.js';

const rule = (name: string, neighbours: Partial<PageNeighbours> = {}) =>
  new Map(
    pageHeaders('https://sky.example', [], {
      partsOrigin: null,
      frames: [],
      paymentOrigin: null,
      ...neighbours,
    }),
  )
    .get('content-security-policy')
    ?.split('; ')
    .find((each) => each.startsWith(name));

describe('the page may connect', () => {
  it('to where it comes from and nowhere else', () => {
    expect(rule('connect-src')).toBe("connect-src 'self'");
  });

  it('to the object store as well, where parts of files go there directly', () => {
    expect(rule('connect-src', { partsOrigin: 'https://files.example:9000' })).toBe(
      "connect-src 'self' https://files.example:9000",
    );
  });
});

describe('the page may show in frames', () => {
  it('what comes from where it comes from, and players of providers', () => {
    expect(rule('frame-src')).toBe("frame-src 'self'");
    expect(rule('frame-src', { frames: ['https://player.example', 'https://*.b.example'] })).toBe(
      "frame-src 'self' https://player.example https://*.b.example",
    );
  });
});
