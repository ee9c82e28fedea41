import { pkce } from '../setup/extension-token.js';
import { casesOf, invalid, refused } from './step.js';

const { challenge, verifier } = pkce;

/** The calls by which the extension of a browser comes to a session of its own. */
export const extensionCases = casesOf({
  connectExtension: [
    { visitor: true, body: { challenge }, status: 401, answer: refused('auth.required', 'Please log in.') },
    { body: { challenge: 'plain' }, ...invalid('challenge') },
    { body: { challenge }, answer: { code: '<text>' }, keep: { code: 'code' } },
  ],
  openExtensionSession: [
    { call: 'connectExtension', body: { challenge }, keep: { code: 'code' } },
    {
      visitor: true,
      body: { code: '$code', verifier },
      answer: { accessToken: '<text>', expiresAt: '<number>', name: '<text>' },
    },
    {
      visitor: true,
      body: { code: '$code', verifier },
      status: 400,
      answer: refused(
        'connection.refused',
        'This connection has run out or is used up. Connect the extension again.',
      ),
    },
    { call: 'listSessions', answer: { docs: [{ extension: false }, { extension: true }] } },
  ],
  downloadExtension: [{ params: { package: 'firefox' }, visitor: true, text: 'PK' }],
});
