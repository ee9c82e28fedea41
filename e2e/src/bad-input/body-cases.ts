import { Ajv2020 } from 'ajv/dist/2020.js';
import { json, jsonSchemaOf, text, type BadCase, type Operation } from './operation.js';
import { places, replaced, sample } from './schema-sample.js';

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

/** Each place of the body with each wrong value, fields too many and too few, and bodies that cannot be read. */
export function bodyCases(operation: Operation, good: BadCase): BadCase[] {
  if (takesForm(operation)) return badForms(good);
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

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const takesForm = ({ requestBody }: Operation): boolean =>
  requestBody?.content[form['content-type']] !== undefined;

/** Bodies that are no form, or a form that says nothing of use. */
const badForms = (good: BadCase): BadCase[] =>
  [
    '',
    '&',
    '=',
    '&&==&&',
    'a',
    'txn_type',
    '%',
    '%zz=%',
    '%00=%00',
    '{}',
    '[]',
    '<a/>',
    'null',
    '\u0000',
    'cmd=_notify-validate',
    'txn_type=__proto__',
    '__proto__=1',
    'custom=../..',
    'charset=utf-99',
    'a=1&'.repeat(10_000),
    'x'.repeat(60_000),
  ].map((body) => ({
    ...good,
    title: `a form ${body.slice(0, 20)}`,
    headers: form,
    body: Buffer.from(body),
  }));
