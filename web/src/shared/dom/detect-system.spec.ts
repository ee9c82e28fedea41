import { expect, it } from 'vitest';
import { detectSystem } from './detect-system.js';

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
