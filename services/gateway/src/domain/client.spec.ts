import { describe, expect, it } from 'vitest';
import { clientAddress, shortenedAddress } from './client.js';

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

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    [' "203.0.113.7:50123" ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:50123', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::9]:50124"', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9%eth0', '2001:db8:1:2::/64'],
    ['2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('%s counts as %s: one of IPv4 without its port, an IPv6 customer by the net', (written, counted) => {
    expect(clientAddress('10.0.0.2', written, 1)).toBe(counted);
    expect(clientAddress(written, undefined, 0)).toBe(counted);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.4.',
    '0x7f.1',
    '[',
    '[]',
    '[::1',
    '::1]/[::2',
  ])("'%s' is no address: that of the nearest proxy counts", (written) => {
    expect(clientAddress('10.0.0.2', `198.51.100.1, ${written}`, 1)).toBe('10.0.0.2');
    expect(clientAddress('10.0.0.2', `${written}, 10.0.0.1:80`, 2)).toBe('10.0.0.1');
    expect(clientAddress(undefined, written, 1)).toBe('unknown');
  });

  it('is shown without the part that tells one customer from the next', () => {
    const shown = (peer: string) => shortenedAddress(clientAddress(peer, undefined, 0));
    expect(shown('203.0.113.7')).toBe('203.0.113.x');
    expect(shown('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
    expect(shown('2001:db8::9')).toBe('2001:db8::/48');
    expect(shown('::1')).toBe('::/48');
  });
});
