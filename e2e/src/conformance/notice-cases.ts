import { casesOf, noUser, refused } from './step.js';

/** The calls about where notices of an account go. */
export const noticeCases = casesOf({
  readNotices: [{ answer: { address: null, asked: null } }, noUser],
  setNotices: [
    {
      body: { address: 'ann@example.org, eve@example.org' },
      status: 400,
      answer: refused('email.invalid', 'Email Address not valid', 'address'),
    },
    {
      body: { address: 'ann@example.org' },
      answer: { address: null, asked: { address: 'ann@example.org', expires: '<text>' } },
    },
    { call: 'readNotices', answer: { asked: { address: 'ann@example.org' } } },
  ],
  removeNotices: [
    { call: 'setNotices', body: { address: 'bea@example.org' }, answer: { address: null } },
    { answer: { address: null, asked: null } },
    { body: {}, answer: { address: null, asked: null } },
  ],
  confirmNotices: [
    {
      visitor: true,
      body: { code: 'guess' },
      status: 410,
      answer: refused('link.expired', 'This link is no longer good. Ask for a new one on your account page.'),
    },
  ],
  stopNotices: [
    {
      visitor: true,
      query: { code: 'guess' },
      bytes: 'List-Unsubscribe=One-Click',
      status: 410,
      answer: refused('link.expired', 'This link is no longer good. Ask for a new one on your account page.'),
    },
  ],
});
