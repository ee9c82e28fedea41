import type { BadCase, Operation } from './operation.js';

/** Addresses below the operation's that no one serves, and methods that it does not have. */
export function addressCases(operation: Operation, good: BadCase): BadCase[] {
  const base = good.path.split('?')[0]?.replace(/\/$/, '') ?? '';
  const endings = [
    '/%ff',
    '/..%2f..%2fetc',
    '/%00',
    '//x//y',
    '/x/y/z',
    '/;a=b/c',
    '/%E0%A4%A',
    '/.env',
    '/*',
    '/__proto__',
    '/constructor',
    '/a%20b/c',
    `/${'x'.repeat(3_000)}`,
    '/%2e%2e/x',
    '/\\x',
    '/~',
    '/x?%ff',
    '/index.html/x',
    '/.git/config',
    '/../../etc/passwd',
    '/..;/x',
    '/%25%32%66',
    '/%c0%af',
    '/%F0%9F%98',
    '/%0d%0aset-cookie:x=y',
    '/%E2%80%AE',
    '/$where',
    '/%7B%22$gt%22:1%7D',
    "/'or'1'='1",
    '/<script>',
  ];
  const methods = [
    'PATCH',
    'PUT',
    'DELETE',
    'POST',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'MKCOL',
    'LINK',
    'PURGE',
  ];
  const isGet = good.method === 'GET';
  return [
    ...endings.map((ending) => ({
      ...good,
      title: `address ${ending.slice(0, 20)}`,
      path: `${base}${ending}`,
    })),
    ...methods
      .filter((method) => isGet && method !== 'GET')
      .map((method) => ({ ...good, title: `method ${method}`, method, body: null })),
  ];
}
