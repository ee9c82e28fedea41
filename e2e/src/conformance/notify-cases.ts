import { casesOf, denied, noFile, noUser, refused } from './step.js';

/** The cases cover news, mail and weather. */
export const notifyCases = casesOf({
  listUpdates: [{ visitor: true, body: {}, answer: { docs: '<list>' } }],
  newCaptcha: [
    {
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
      visitor: true,
      status: 400,
      body: { obj: { name: ' ', email: 'ann@example.org' } },
      answer: refused('name.required', 'This field is required', 'obj.name'),
    },
    {
      status: 400,
      body: { obj: { name: 'Ann', email: 'ann@example.org, eve@example.org' } },
      answer: refused('email.invalid', 'Email Address not valid', 'obj.email'),
    },
    {
      status: 400,
      body: { obj: { name: 'Ann', email: 'ann@example.org', message: 'Hi', captcha: 'e30=' } },
      answer: refused('contact.refused', 'Your message could not be sent'),
    },
  ],
  listNews: [{ body: { sport: false }, answer: { feed: { items: '<list>' }, samples: true } }],
  showNewsPicture: [
    { params: { picture: 'A'.repeat(22) }, ...noFile },
    { params: { picture: 'A'.repeat(22) }, ...noUser },
  ],
  readWeather: [
    {
      body: { latitude: 52.5, longitude: 13.4 },
      answer: {
        currentConditions: { icon: '<text>', conditions: '<text>', temp: '<number>', feelslike: '<number>' },
        sample: true,
      },
    },
  ],
  insertUpdate: [
    { body: { obj: { headline: 'Mine', content: 'too' } }, ...denied },
    {
      admin: true,
      body: { obj: { headline: ' ', content: 'Text' } },
      status: 400,
      answer: refused('name.required', 'This field is required', 'obj.headline'),
    },
    {
      admin: true,
      body: { obj: { headline: 'Conformance', content: 'Text', date: '2020-01-02T03:04:05.000Z' } },
      answer: { docs: { _id: '<text>', result: { ok: 1 } } },
    },
  ],
});
