import { describe, expect, it } from 'vitest';
import { pageHeaders } from './security-headers.js';

const connections = (partsOrigin?: string | null) =>
  new Map(pageHeaders('https://sky.example', [], partsOrigin))
    .get('content-security-policy')
    ?.split('; ')
    .find((each) => each.startsWith('connect-src'));

describe('the page may connect', () => {
  it('to where it comes from and nowhere else', () => {
    expect(connections()).toBe("connect-src 'self'");
    expect(connections(null)).toBe("connect-src 'self'");
  });

  it('to the object store as well, where parts of files go there directly', () => {
    expect(connections('https://files.example:9000')).toBe("connect-src 'self' https://files.example:9000");
  });
});
