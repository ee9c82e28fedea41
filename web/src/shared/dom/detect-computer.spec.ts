import { expect, it } from 'vitest';
import { detectBrowser, detectSystem } from './detect-computer.js';

const chromium =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

it.each([
  ['chrome', chromium, ['Not A(Brand', 'Chromium', 'Google Chrome']],
  ['edge', `${chromium} Edg/156.0.0.0`, ['Microsoft Edge', 'Chromium']],
  ['other', chromium, ['Chromium', 'Brave']],
  ['edge', `${chromium} Edg/156.0.0.0`, undefined],
  ['chrome', chromium, undefined],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', undefined],
  [
    'safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    undefined,
  ],
  ['internet-explorer', 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', undefined],
  ['other', 'curl/8.0', undefined],
])('finds %s in what it says of itself (%#)', (browser, userAgent, brands) =>
  expect(
    detectBrowser({ userAgent, userAgentData: brands && { brands: brands.map((brand) => ({ brand })) } }),
  ).toBe(browser),
);

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';

it.each([
  ['windows', windows, 0, undefined],
  ['windows', windows, 10, undefined],
  ['macos', mac, 0, undefined],
  [null, mac, 5, undefined],
  ['macos', '', 0, { platform: 'macOS', mobile: false }],
  ['windows', '', 10, { platform: 'Windows', mobile: false }],
  [null, windows, 0, { platform: 'Linux', mobile: false }],
  [null, windows, 5, { platform: 'Android', mobile: true }],
  [null, 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/153.0', 0, undefined],
])('takes a computer for %s (%#)', (system, userAgent, maxTouchPoints, userAgentData) =>
  expect(detectSystem({ userAgent, maxTouchPoints, userAgentData })).toBe(system),
);
