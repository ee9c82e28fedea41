import { z } from 'zod';
import { defineRoutes } from '../route.js';

/** Each browser has a package with the new-tab page and one without: a browser can't switch that page off. */
export const extensionPackages = ['chrome', 'chrome-new-tab', 'firefox', 'firefox-new-tab'] as const;
export type ExtensionPackage = (typeof extensionPackages)[number];

/** An S256 challenge and its verifier (RFC 7636 §4). */
const challenge = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const verifier = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/);

export const extension = defineRoutes(
  { service: 'gateway', access: 'public', rate: 'sign-in' },
  {
    connectExtension: {
      method: 'POST',
      path: '/api/extension/connect',
      access: 'user',
      summary:
        'Allows the browser extension that made this challenge to begin a session: a code that is good once, for a minute, while the session of this call lasts.',
      refuses: [],
      body: z.strictObject({ challenge }),
      answer: z.object({ code: z.string() }),
    },

    openExtensionSession: {
      method: 'POST',
      path: '/api/extension/session',
      summary:
        'Begins the session of a browser extension, by its code and the verifier of its challenge. A code is used up even by a wrong verifier. The session lists folders and tags and adds elements; all other calls of a user refuse it.',
      refuses: ['connection.refused', 'drive.closed'],
      body: z.strictObject({ code: z.string().min(1).max(100), verifier }),
      answer: z.object({
        accessToken: z.string(),
        /** Unit: milliseconds since the epoch. */
        expiresAt: z.number().int(),
        name: z.string(),
      }),
    },

    downloadExtension: {
      method: 'GET',
      path: '/api/extension/:package',
      rate: 'read',
      media: 'bytes',
      navigable: true,
      summary:
        'A zip with the extension for a browser. It is made for PUBLIC_URL, the one host that it may reach, each time with the same bytes.',
      refuses: ['file.not-found'],
      params: z.strictObject({ package: z.enum(extensionPackages) }),
    },
  },
);
