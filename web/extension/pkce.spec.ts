import { expect, it } from 'vitest';
import { challengeOf, newVerifier } from './pkce.js';

it('makes the challenge of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

it('makes a verifier that the server takes, each time another', () => {
  expect(newVerifier()).toMatch(/^[\w-]{43}$/);
  expect(newVerifier()).not.toBe(newVerifier());
});
