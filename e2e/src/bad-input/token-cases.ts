import type { BadCase, Operation } from './operation.js';

/** Where no one need be signed in, these are as good as no token. */
const noneAtAll = new Set(['no token', 'an empty header', 'another scheme', 'the internal scheme']);

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = part({ sub: 'local|admin', drive: 'x', sid: 'x', name: 'x', exp: 4_102_444_800 });
const forgeries = {
  'signed by no one': `${part({ alg: 'none' })}.${claims}.`,
  'with a made-up signature': `${part({ alg: 'EdDSA' })}.${claims}.${'A'.repeat(86)}`,
  'by a shared secret': `${part({ alg: 'HS256' })}.${claims}.AAAA`,
};

/** Lists missing, foreign and forged tokens, as headers and as cookies. */
export function tokenCases(operation: Operation, good: BadCase): BadCase[] {
  const { security = [] } = operation;
  if (security.length === 0) return [];
  const optional = security.some((way) => Object.keys(way).length === 0);
  const counted = Object.entries(badHeaders()).filter(([title]) => !optional || !noneAtAll.has(title));
  return [...counted, ...(optional ? [] : Object.entries(badCookies()))].map(([title, headers]) => ({
    ...good,
    title,
    token: false,
    headers: { ...good.headers, ...headers },
  }));
}

function badHeaders(): Record<string, Record<string, string>> {
  const forged = Object.entries(forgeries).map(([how, token]) => [`a token ${how}`, `Bearer ${token}`]);
  const values: Record<string, string> = {
    'an empty header': '',
    'a scheme without a token': 'Bearer',
    'a word for a token': 'Bearer nonsense',
    'another scheme': 'Basic YWRtaW46YWRtaW4=',
    'the internal scheme': 'Internal guess',
    'a token of 9,000 characters': `Bearer ${'a'.repeat(9_000)}`,
    'two tokens': 'Bearer a, Bearer b',
    ...Object.fromEntries(forged),
  };
  const headers = Object.entries(values).map(([title, authorization]) => [title, { authorization }]);
  return { 'no token': {}, ...Object.fromEntries(headers) };
}

function badCookies(): Record<string, { cookie: string }> {
  const forged = Object.entries(forgeries).map(([how, token]) => [`a cookie ${how}`, token]);
  const values: Record<string, string> = {
    'an empty cookie': '',
    'a word for a cookie': 'nonsense',
    'a cookie of 3,000 characters': 'a'.repeat(3_000),
    ...Object.fromEntries(forged),
  };
  const cookies = Object.entries(values).map(([title, value]) => [title, { cookie: `skyshelf=${value}` }]);
  return Object.fromEntries(cookies);
}
