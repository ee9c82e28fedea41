import { Ajv2020 } from 'ajv/dist/2020.js';
import { places, replaced, sample, type JsonSchema } from './schema-sample.js';

/** One operation as the OpenAPI document of the running product describes it. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: JsonSchema }> };
}

/** A request that must be refused. */
export interface BadCase {
  title: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Send the good token along. */
  token: boolean;
}

const wrongValues: unknown[] = [
  null,
  true,
  12,
  -1,
  1.5,
  1e308,
  '',
  'text',
  '\u0000',
  '../../etc',
  'x'.repeat(100_000),
  [],
  [[]],
  [null],
  {},
  { $gt: '' },
  { a: { b: 1 } },
];
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const json = { 'content-type': 'application/json' };
const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** All bad requests for an operation: at least 40. */
export function badCases(operation: Operation): BadCase[] {
  const good = goodRequest(operation);
  return [
    ...bodyCases(operation, good),
    ...parameterCases(operation, good),
    ...tokenCases(operation, good),
    ...addressCases(operation, good),
    ...headerCases(operation, good),
  ];
}

function jsonSchemaOf(operation: Operation): JsonSchema | undefined {
  return operation.requestBody?.content['application/json']?.schema;
}

function goodRequest(operation: Operation): BadCase {
  const schema = jsonSchemaOf(operation);
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters?.find((each) => each.in === 'path' && each.name === name);
    return encodeURIComponent(String(sample(parameter?.schema ?? { type: 'string' })));
  });
  const query = (operation.parameters ?? [])
    .filter((each) => each.in === 'query')
    .map((each) => `${each.name}=${String(sample(each.schema))}`);
  return {
    title: 'good',
    method: operation.method.toUpperCase(),
    path: query.length > 0 ? `${address}?${query.join('&')}` : address,
    headers: schema ? json : {},
    body: schema ? text(sample(schema)) : null,
    token: true,
  };
}

function bodyCases(operation: Operation, good: BadCase): BadCase[] {
  const schema = jsonSchemaOf(operation);
  if (!schema) return [];
  const valid = ajv.compile(schema);
  const value = sample(schema);
  const spoiled = places(schema).flatMap((path) => [
    ...wrongValues.map((wrong) => ({
      title: `${path.join('.') || 'body'} = ${JSON.stringify(wrong).slice(0, 30)}`,
      body: replaced(value, path, wrong),
    })),
    ...(path.length > 0
      ? [{ title: `without ${path.join('.')}`, body: replaced(value, path, undefined) }]
      : []),
  ]);
  const unknownFields = ['surprise', '$where', 'constructor', 'drive', 'deleteFromS3 '].map((field) => ({
    title: `unknown field ${field}`,
    body: { ...(value as object), [field]: { x: 1 } },
  }));
  const wrong = [...spoiled, ...unknownFields]
    .filter(({ body }) => body !== undefined && !valid(body))
    .map(({ title, body }) => ({ ...good, title, body: text(body) }));
  return [...wrong, ...unreadableBodies(good, text(value))];
}

function unreadableBodies(good: BadCase, body: Buffer): BadCase[] {
  const raw = (title: string, content: Buffer | string, headers: Record<string, string> = json): BadCase => ({
    ...good,
    title,
    headers,
    body: Buffer.from(content),
  });
  const inside = body.subarray(1);
  return [
    raw('truncated JSON', body.subarray(0, -1)),
    raw('a trailing comma', `${body.toString().slice(0, -1)},}`),
    raw('two JSON texts', `${body.toString()}{}`),
    raw('JSON text of an array', '[]'),
    raw('JSON text of a string', '"text"'),
    raw('JSON text null', 'null'),
    raw(
      '__proto__',
      `{"__proto__":{"admin":true},${inside.toString() === '}' ? '"a":1}' : inside.toString()}`,
    ),
    raw(
      'constructor.prototype',
      `{"constructor":{"prototype":{"admin":true}},${inside.toString() === '}' ? '"a":1}' : inside.toString()}`,
    ),
    raw(
      'bad UTF-8',
      Buffer.concat([Buffer.from('{"url":"/'), Buffer.from([0xff, 0xfe, 0xc3, 0x28]), Buffer.from('"}')]),
    ),
    raw(
      'an overlong UTF-8 slash',
      Buffer.concat([Buffer.from('{"url":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ),
    raw('JSON 10,000 arrays deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    raw('JSON 5,000 objects deep', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
    raw('a body of 3 MB', `{"url":"${'x'.repeat(3_000_000)}"}`),
    raw('plain text', body, { 'content-type': 'text/plain' }),
    raw('a form', 'url=/', { 'content-type': 'application/x-www-form-urlencoded' }),
    raw('XML', '<url>/</url>', { 'content-type': 'application/xml' }),
    raw('a multipart body', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
    raw('a media type that is none', body, { 'content-type': ';;' }),
    raw('a wrong length of gzip', body, { ...json, 'content-encoding': 'gzip' }),
  ];
}

function parameterCases(operation: Operation, good: BadCase): BadCase[] {
  const wrongTexts = [
    '',
    '-1',
    'NaN',
    '1e999',
    'x'.repeat(5_000),
    '%00',
    '..%2f..%2f',
    '%ff%fe',
    '%',
    'null',
    '[]',
    '{"$gt":1}',
    'ä ö',
    '1;2',
    "' or 1=1",
    '2.5',
  ];
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in !== 'header')
    .flatMap((parameter) =>
      wrongTexts.flatMap((wrong) => {
        const valid = ajv.compile(parameter.schema);
        const decoded = decodable(wrong);
        const value =
          /integer|number/.test(String(parameter.schema.type)) && decoded.trim() !== ''
            ? Number(decoded)
            : decoded;
        if (valid(value) || (parameter.in === 'path' && wrong === '')) return [];
        return [
          {
            ...good,
            title: `${parameter.in} ${parameter.name} = ${wrong.slice(0, 20)}`,
            path: withParameter(operation, good, parameter.name, parameter.in, wrong),
          },
        ];
      }),
    );
}

function decodable(textual: string): string {
  try {
    return decodeURIComponent(textual);
  } catch {
    return textual;
  }
}

function withParameter(
  operation: Operation,
  good: BadCase,
  name: string,
  place: string,
  value: string,
): string {
  if (place === 'query') return `${good.path.split('?')[0]}?${name}=${value}`;
  if (place !== 'path') return good.path;
  const names = operation.path.split('/');
  return (
    good.path
      .split('?')[0]
      ?.split('/')
      .map((part, index) => (names[index] === `{${name}}` ? value : part))
      .join('/') ?? good.path
  );
}

/** Where nobody need be signed in, these are as good as no token. */
const noneAtAll = new Set(['no token', 'an empty header', 'another scheme', 'the internal scheme']);

function tokenCases(operation: Operation, good: BadCase): BadCase[] {
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

function addressCases(operation: Operation, good: BadCase): BadCase[] {
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
    ...(operation.path.startsWith('/api/')
      ? endings.map((ending) => ({
          ...good,
          title: `address ${ending.slice(0, 20)}`,
          path: `${base || '/api'}${ending}`,
        }))
      : []),
    ...methods
      .filter((method) => isGet && method !== 'GET')
      .map((method) => ({ ...good, title: `method ${method}`, method, body: null })),
  ];
}

function headerCases(operation: Operation, good: BadCase): BadCase[] {
  const isCommand = operation.parameters?.some(
    (each) => each.in === 'header' && each.name.toLowerCase() === 'idempotency-key',
  );
  const keys = isCommand ? ['', ' ', 'a b', 'x'.repeat(500), 'ä', '{"$gt":1}', '../..', '<script>'] : [];
  const grants =
    operation.operationId === 'sendBytes'
      ? ['', 'x', 'a.b', '{}', 'x'.repeat(20_000), 'null', `${'A'.repeat(40)}.${'B'.repeat(43)}`]
      : [];
  return [
    ...keys
      .filter((key) => key.trim() !== '')
      .map((key) => ({
        ...good,
        title: `Idempotency-Key ${key.slice(0, 20)}`,
        headers: {
          ...good.headers,
          'idempotency-key': encodeURI(key) === key ? key : Buffer.from(key).toString('latin1'),
        },
      })),
    ...grants.map((grant) => ({
      ...good,
      title: `Upload-Grant ${grant.slice(0, 20)}`,
      headers: { 'content-type': 'application/octet-stream', 'upload-grant': grant },
      body: Buffer.from('bytes'),
    })),
  ];
}
