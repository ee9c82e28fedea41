import { refused, type RouteName, type Step } from './step.js';

/** News, mail and weather. */
export const notifyCases = {
  listUpdates: [{ call: 'listUpdates', visitor: true, body: {}, answer: { docs: '<list>' } }],
  newCaptcha: [
    {
      call: 'newCaptcha',
      visitor: true,
      answer: {
        challenge: {
          parameters: {
            algorithm: 'PBKDF2/SHA-256',
            cost: '<number>',
            data: { expires: '<number>' },
            keyLength: 32,
            keyPrefix: '<text>',
            keySignature: '<text>',
            nonce: '<text>',
            salt: '<text>',
          },
          signature: '<text>',
        },
        mail: 'folder',
      },
    },
  ],
  sendMail: [
    {
      call: 'sendMail',
      visitor: true,
      status: 400,
      body: { obj: { name: ' ', email: 'ann@example.org' } },
      answer: refused('name.required', 'This field is required', 'obj.name'),
    },
    {
      call: 'sendMail',
      status: 400,
      body: { obj: { name: 'Ann', email: 'ann@example.org, eve@example.org' } },
      answer: refused('email.invalid', 'Email Address not valid', 'obj.email'),
    },
    {
      call: 'sendMail',
      status: 400,
      body: { obj: { name: 'Ann', email: 'ann@example.org', message: 'Hi', captcha: 'e30=' } },
      answer: refused('contact.refused', 'Your message could not be sent'),
    },
  ],
  listNews: [
    { call: 'listNews', body: { sport: false }, answer: { feed: { items: '<list>' }, samples: true } },
  ],
  showNewsPicture: [
    {
      call: 'showNewsPicture',
      params: { picture: 'A'.repeat(22) },
      status: 404,
      answer: refused('file.not-found', 'This file does not exist.'),
    },
    {
      call: 'showNewsPicture',
      params: { picture: 'A'.repeat(22) },
      visitor: true,
      status: 401,
      answer: refused('auth.required', 'Please log in.'),
    },
  ],
  readWeather: [
    {
      call: 'readWeather',
      body: { latitude: 52.5, longitude: 13.4 },
      answer: {
        currentConditions: { icon: '<text>', conditions: '<text>', temp: '<number>', feelslike: '<number>' },
        sample: true,
      },
    },
  ],
  insertUpdate: [
    {
      call: 'insertUpdate',
      body: { obj: { headline: 'Mine', content: 'too' } },
      status: 403,
      answer: refused('access.denied', 'This is not yours to use.'),
    },
    {
      call: 'insertUpdate',
      admin: true,
      body: { obj: { headline: ' ', content: 'Text' } },
      status: 400,
      answer: refused('name.required', 'This field is required', 'obj.headline'),
    },
    {
      call: 'insertUpdate',
      admin: true,
      body: { obj: { headline: 'Conformance', content: 'Text', date: '2020-01-02T03:04:05.000Z' } },
      answer: { docs: { _id: '<text>', result: { ok: 1 } } },
    },
  ],
} satisfies Partial<Record<RouteName, readonly Step[]>>;
