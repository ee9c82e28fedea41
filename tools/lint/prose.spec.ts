import { expect, it } from 'vitest';
import { fragmentsIn } from './prose.mjs';

const wrongIn = (comment: string) => fragmentsIn(`/** ${comment} */\n`, 'libs/a.ts').length > 0;

it.each([
  'In the request.',
  'By halving.',
  'As good as not begun.',
  'And what waits behind them.',
  'Without a session no upload.',
  'Milliseconds.',
  'Null for nothing.',
  'The gateway’s.',
  'What a limit counts.',
])('calls "%s" a fragment', (comment) => expect(wrongIn(comment)).toBe(true));

it.each([
  'Finds the row by binary search.',
  'Is null when no ad fits.',
  'The name of the field in the request.',
  'Files of a folder sort before links.',
  'Unit: milliseconds. After a failure, twice.',
  'When the lease ends, another process takes over.',
  'On-demand jobs run first.',
  '@returns what was found',
])('accepts "%s"', (comment) => expect(wrongIn(comment)).toBe(false));
