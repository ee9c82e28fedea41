import { z } from 'zod';
import { defineRoutes } from '../route.js';

/** ALTCHA, version 2: solved by the browser before it may send a message. */
export const captchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.number().int(),
    /** Unit: milliseconds since the epoch. */
    data: z.object({ expires: z.number().int() }),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
});

/** The ways in which mails leave: to a mail server, into a local folder, or not yet. */
export const mailTransports = ['server', 'folder', 'none'] as const;

const MOST_MESSAGE_CHARACTERS = 5000;

export const contact = defineRoutes(
  { service: 'notify', access: 'visitor' },
  {
    newCaptcha: {
      method: 'GET',
      path: '/api/captcha',
      access: 'public',
      rate: 'read',
      summary:
        'What has to be solved before a message is sent, and where messages go. It holds for ten minutes.',
      refuses: [],
      answer: z.object({ challenge: captchaChallenge, mail: z.enum(mailTransports) }),
    },

    sendMail: {
      method: 'POST',
      path: '/api/sendmail/',
      rate: 'command',
      seesAddress: true,
      summary:
        'Sends a message to the operator. `captcha`: challenge and solution as JSON in base64; each is good once. Three an hour and ten a day, by account and by address.',
      refuses: ['name.required', 'email.invalid', 'contact.refused', 'contact.too-many'],
      body: z.strictObject({
        obj: z.strictObject({
          name: z.string().max(100),
          email: z.string().max(254),
          message: z.string().max(MOST_MESSAGE_CHARACTERS).optional(),
          captcha: z.string().max(4096).optional(),
        }),
      }),
      answer: z.literal('sent'),
    },
  },
);
