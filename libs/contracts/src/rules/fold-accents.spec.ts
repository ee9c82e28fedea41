import { expect, it } from 'vitest';
import { foldAccents } from './fold-accents.js';

it('what is compared has neither case nor accents nor ligatures', () =>
  expect(['Œuvre ﬁn', 'İstanbul', 'Ünïcode', 'ΜΆΙΟΣ', 'Straße', 'Łódź', 'plain'].map(foldAccents)).toEqual([
    'oeuvre fin',
    'istanbul',
    'unicode',
    'μαιοσ',
    'strasse',
    'lodz',
    'plain',
  ]));
