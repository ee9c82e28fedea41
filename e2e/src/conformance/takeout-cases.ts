import { byWorker, casesOf, refused, type Step } from './step.js';

const begun: Step = {
  call: 'beginTakeout',
  body: {},
  answer: { takeout: { id: '<text>', asked: '<text>', parts: '<list>' } },
  keep: { takeout: 'takeout.id' },
};
const made: Step = {
  call: 'readTakeout',
  polls: true,
  answer: {
    takeout: {
      id: '$takeout',
      state: 'ready',
      percent: 100,
      expires: '<text>',
      files: 0,
      leftOut: 0,
      parts: [{ part: 1, name: '<text>', size: '<number>', files: 0 }],
    },
    nextAt: '<text>',
  },
};
const none = refused('takeout.not-found', 'This takeout does not exist any more.');
const first = { id: '$takeout', part: 1 };

/** All of one's data, taken along. */
export const takeoutCases = casesOf({
  readTakeout: [{ answer: { takeout: null, nextAt: null } }, begun, made],
  beginTakeout: [
    begun,
    made,
    { body: {}, status: 429, answer: { error: { code: 'takeout.too-soon', message: '<text>' } } },
  ],
  cancelTakeout: [
    { body: { id: 'none' }, status: 404, answer: none },
    begun,
    made,
    { body: { id: '$takeout' }, status: 404, answer: none },
  ],
  downloadTakeout: [
    begun,
    made,
    { query: first, text: 'PK' },
    { query: first, headers: { range: 'bytes=0-1' }, status: 206, text: 'PK' },
    {
      query: first,
      headers: { range: 'bytes=9999999-' },
      status: 416,
      answer: refused('range.invalid', 'The requested range lies outside the file.'),
    },
    {
      query: first,
      headers: { 'if-match': '"other"' },
      status: 412,
      answer: refused('precondition.failed', 'This has changed: it is not what `If-Match` names.'),
    },
    { query: { ...first, part: 2 }, status: 404, answer: none },
    { query: first, ...byWorker },
  ],
});
