import type { LauncherSystem } from '@skyshelf/contracts/browser';
import type { Browser } from '../../shared/dom/detect-browser.js';

export type HomepageSection = 'startup' | 'extension' | 'manual';

/** A launcher first, unless the browser's own setting is the shorter way. */
const first: Record<LauncherSystem, Record<Browser, HomepageSection>> = {
  windows: {
    chrome: 'startup',
    edge: 'startup',
    firefox: 'startup',
    safari: 'manual',
    'internet-explorer': 'manual',
    other: 'startup',
  },
  macos: {
    chrome: 'startup',
    edge: 'startup',
    firefox: 'startup',
    // Two clicks; a launcher wants ‘Open Anyway’ first.
    safari: 'manual',
    'internet-explorer': 'manual',
    other: 'startup',
  },
};

const elsewhere: Record<Browser, HomepageSection> = {
  chrome: 'extension',
  edge: 'extension',
  firefox: 'extension',
  safari: 'manual',
  'internet-explorer': 'manual',
  other: 'manual',
};

export const firstSection = (system: LauncherSystem | null, browser: Browser): HomepageSection =>
  system === null ? elsewhere[browser] : first[system][browser];
