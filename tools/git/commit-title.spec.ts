import { expect, it } from 'vitest';
import { wrongTitle } from './commit-title.mjs';

it.each([
  'Fix lost drop while a folder opens',
  'Speed up the first start',
  'Merge branch main',
  'fixup! Let it be',
])('a title may be %s', (title) => expect(wrongTitle(title)).toBeUndefined());

it.each([
  ['Keep the order of events', 'begins with none of Add, Fix, '],
  ['Fixes the order', 'begins with none of'],
  ['', 'begins with none of'],
  [`Fix ${'x'.repeat(57)}`, 'has 61 characters, allowed are 60'],
])('a title may not be "%s"', (title, why) => expect(wrongTitle(title)).toContain(why));
