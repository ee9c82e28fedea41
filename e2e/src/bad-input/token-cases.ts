import type { BadCase, Operation } from './operation.js';

/** Where nobody need be signed in, these are as good as no token. */
const noneAtAll = new Set(['no token', 'an empty header', 'another scheme', 'the internal scheme']);

/** Missing, foreign and forged tokens. */
export function tokenCases(operation: Operation, good: BadCase): BadCase[] {
  if (!operation.security?.length) return [];
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ sub: 'local|admin', drive: 'x', sid: 'x', name: 'x', exp: 4_102_444_800 });
  const tokens = {
    'no token': null,
    'an empty header': '',
    'a scheme without a token': 'Bearer',
    'a word for a token': 'Bearer nonsense',
    'a token signed by nobody': `Bearer ${part({ alg: 'none' })}.${claims}.`,
    'a token with a made-up signature': `Bearer ${part({ alg: 'EdDSA' })}.${claims}.${'A'.repeat(86)}`,
    'a token by a shared secret': `Bearer ${part({ alg: 'HS256' })}.${claims}.AAAA`,
    'another scheme': 'Basic YWRtaW46YWRtaW4=',
    'the internal scheme': 'Internal guess',
    'a token of 9,000 characters': `Bearer ${'a'.repeat(9_000)}`,
    'two tokens': 'Bearer a, Bearer b',
  };
  const optional = operation.security.some((way) => Object.keys(way as object).length === 0);
  const counted = Object.entries(tokens).filter(([title]) => !optional || !noneAtAll.has(title));
  return counted.map(([title, value]) => ({
    ...good,
    title,
    token: false,
    headers: { ...good.headers, ...(value !== null && { authorization: value }) },
  }));
}
