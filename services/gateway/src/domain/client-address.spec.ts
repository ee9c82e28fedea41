import { describe, expect, it } from 'vitest';
import { clientAddress, shortenedAddress } from './client-address.js';

describe('the address of a client', () => {
  it('is the peer of the connection, whatever a header claims, when no proxy of ours stands in front', () => {
    expect(clientAddress('203.0.113.7', '10.0.0.1', 0)).toBe('203.0.113.7');
  });

  it('is what the outermost proxy of ours wrote, not what the client wrote before it', () => {
    expect(clientAddress('10.0.0.2', '198.51.100.1, 203.0.113.7', 1)).toBe('203.0.113.7');
    expect(clientAddress('10.0.0.2', '198.51.100.1, 203.0.113.7, 10.0.0.1', 2)).toBe('203.0.113.7');
    expect(clientAddress('10.0.0.2', '203.0.113.7', 3)).toBe('203.0.113.7');
    expect(clientAddress('10.0.0.2', undefined, 1)).toBe('10.0.0.2');
  });

  it('counts an IPv6 customer as one, and an IPv4 one in IPv6 clothes as itself', () => {
    expect(clientAddress('2001:db8:1:2:3:4:5:6', undefined, 0)).toBe('2001:db8:1:2::/64');
    expect(clientAddress('2001:db8:1:2::9', undefined, 0)).toBe('2001:db8:1:2::/64');
    expect(clientAddress('::1', undefined, 0)).toBe('0:0:0:0::/64');
    expect(clientAddress('::ffff:203.0.113.7', undefined, 0)).toBe('203.0.113.7');
  });

  it('is shown without the part that tells one customer from the next', () => {
    const shown = (peer: string) => shortenedAddress(clientAddress(peer, undefined, 0));
    expect(shown('203.0.113.7')).toBe('203.0.113.x');
    expect(shown('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
    expect(shown('2001:db8::9')).toBe('2001:db8::/48');
    expect(shown('::1')).toBe('::/48');
  });
});
