import { refused, type RouteName, type Step } from './step.js';

/** The calls about where notices of an account go. */
export const noticeCases = {
  readNotices: [
    { call: 'readNotices', answer: { address: null, asked: null } },
    { call: 'readNotices', visitor: true, status: 401, answer: refused('auth.required', 'Please log in.') },
  ],
  setNotices: [
    {
      call: 'setNotices',
      body: { address: 'ann@example.org, eve@example.org' },
      status: 400,
      answer: refused('email.invalid', 'Email Address not valid', 'address'),
    },
    {
      call: 'setNotices',
      body: { address: 'ann@example.org' },
      answer: { address: null, asked: { address: 'ann@example.org', expires: '<text>' } },
    },
    { call: 'readNotices', answer: { asked: { address: 'ann@example.org' } } },
  ],
  removeNotices: [
    { call: 'setNotices', body: { address: 'bea@example.org' }, answer: { address: null } },
    { call: 'removeNotices', answer: { address: null, asked: null } },
    { call: 'removeNotices', body: {}, answer: { address: null, asked: null } },
  ],
  confirmNotices: [
    {
      call: 'confirmNotices',
      visitor: true,
      body: { code: 'guess' },
      status: 410,
      answer: refused('link.expired', 'This link is no longer good. Ask for a new one on your account page.'),
    },
  ],
} satisfies Partial<Record<RouteName, readonly Step[]>>;
