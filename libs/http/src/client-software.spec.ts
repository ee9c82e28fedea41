import type { ElementId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { clientSoftware, deviceOf } from './client-software.js';

describe('what a session was begun with', () => {
  it.each([
    [
      'Windows',
      'Edge',
      'Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0',
    ],
    ['Mac', 'Safari', 'Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/26.0 Safari/605.1'],
    [
      'iPhone',
      'Firefox',
      'iPhone; CPU iPhone OS 19_0) AppleWebKit/605.1 FxiOS/153.0 Mobile/15E148 Safari/605.1',
    ],
    [
      'Android phone',
      'Chrome',
      'Linux; Android 16; Pixel) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
    ],
    [
      'Android tablet',
      'Opera',
      'Linux; Android 16; Tab) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 OPR/99.0',
    ],
    ['Linux', 'Firefox', 'X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'],
  ])('is %s and %s', (device, browser, sent) => {
    expect(clientSoftware(`Mozilla/5.0 (${sent}`)).toEqual({ device, browser });
  });

  it('is unknown for a script and for nonsense, of which nothing is kept', () => {
    for (const sent of [
      undefined,
      '',
      'curl/8.9',
      '<script>alert(1)</script>',
      `${'x'.repeat(600)} Firefox/1`,
    ])
      expect(clientSoftware(sent)).toEqual({ device: null, browser: null });
  });
});

describe('what a change was made with', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';

  it.each([
    [firefox, 'Firefox on Linux'],
    ['Mozilla/5.0 Firefox/153.0', 'Firefox'],
    ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
    ['curl/8.9', 'curl'],
    ['node', 'Node.js'],
    ['python-requests/2.32', 'Python'],
    ['Firefox on Linux\r\n\u0007<b>', 'Linux'],
    ['My own program\r\n', 'API client'],
    [undefined, 'API client'],
  ])('%j: %s', (sent, name) => {
    expect(deviceOf(sent)).toBe(name);
  });

  it('is said of an extension, and never of a visitor of a link', () => {
    expect(deviceOf(firefox, { kind: 'extension' })).toBe('Extension, Firefox on Linux');
    expect(deviceOf(firefox, { kind: 'drop', roots: ['a' as ElementId] })).toBeUndefined();
  });

  it('has at most 60 characters', () => {
    const longest = 'Linux; Android 16) Chrome/1 SamsungBrowser/1';
    expect(deviceOf(longest, { kind: 'extension' })).toBe('Extension, Samsung Internet on Android tablet');
  });
});
