import { z, type ZodType } from 'zod';
import { errorBody, errorTable, type ErrorCode } from '../errors.js';
import type { RouteContract } from './route.js';
import { refusalsOf } from './refusals.js';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 takes JSON Schema 2020-12 as it is. */
function schemaOf(schema: ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const parameters = (place: 'path' | 'query', schema: ZodType | undefined): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }));
};

const headerParameter = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 160 },
});

function requestBody({ body, bytes, bytesType = 'application/octet-stream' }: RouteContract): Json {
  if (bytes)
    return {
      requestBody: {
        required: true,
        content: { [bytesType]: { schema: { type: 'string', format: 'binary' } } },
      },
    };
  if (!body) return {};
  return {
    requestBody: {
      required: !body.safeParse(undefined).success,
      content: { 'application/json': { schema: schemaOf(body, 'input') } },
    },
  };
}

function goodAnswer({ answer, media }: RouteContract): Json {
  if (media === 'event-stream')
    return {
      description: 'A stream of events.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    };
  if (media === 'bytes')
    return {
      description: 'The bytes.',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    };
  return {
    description: 'Done.',
    content: { 'application/json': { schema: answer ? schemaOf(answer, 'output') : {} } },
  };
}

/** `{}` means that no sign-in is needed. */
const security: Record<RouteContract['access'], Json[]> = {
  public: [],
  signed: [],
  visitor: [{}, { bearer: [] }],
  user: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  reader: [{ bearer: [] }, { readCookie: [] }],
};

function operation(route: RouteContract): Json {
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [route.service],
    security: security[route.access],
    'x-rate-class': route.rate,
    ...(route.access === 'admin' && { 'x-admins-only': true }),
    ...(route.opens && { 'x-opens-to': route.opens }),
    ...(route.right && { 'x-needs-right': route.right }),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...(route.command
        ? [headerParameter('Idempotency-Key', 'A new one for each intention, the same over its retries.')]
        : []),
      ...(route.name === 'sendBytes' ? [headerParameter('Upload-Grant', 'The grant from startUpload.')] : []),
    ],
    ...requestBody(route),
    responses: { '200': goodAnswer(route), ...refusalAnswers(route) },
  };
}

/** Equal contracts give equal bytes. A final slash is optional on every path. */
export function openApiDocument(routeTable: readonly RouteContract[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routeTable) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Skyshelf', version: '1', description: 'A personal cloud drive and bookmark shelf.' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      responses: sharedRefusals(routeTable),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        readCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'skyshelf',
          description: 'Set by POST /api/token/; `__Host-skyshelf` on https.',
        },
      },
    },
  };
}

type Codes = readonly ErrorCode[];

const refusal = (codes: Codes): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n'),
  'x-error-codes': codes,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const byStatus = (route: RouteContract): [string, Codes][] =>
  Object.entries(Object.groupBy(refusalsOf(route), (code) => errorTable[code].status)).map(
    ([status, codes]) => [status, codes ?? []],
  );

const isShared = ({ refuses }: RouteContract, codes: Codes): boolean =>
  !codes.some((code) => refuses.includes(code));

const sharedName = (codes: Codes): string => codes.join('-');

/** `error.code` tells the codes of a status apart. */
const refusalAnswers = (route: RouteContract): Json =>
  Object.fromEntries(
    byStatus(route).map(([status, codes]) => [
      status,
      isShared(route, codes) ? { $ref: `#/components/responses/${sharedName(codes)}` } : refusal(codes),
    ]),
  );

const sharedRefusals = (routeTable: readonly RouteContract[]): Json =>
  Object.fromEntries(
    routeTable.flatMap((route) =>
      byStatus(route)
        .filter(([, codes]) => isShared(route, codes))
        .map(([, codes]) => [sharedName(codes), refusal(codes)]),
    ),
  );

/** The width of formatted code. */
const LINE_WIDTH = 110;

/** Renders the addresses for clients without the schema library. */
/** Forms come from other programs. */
export const renderAddresses = (routeTable: readonly RouteContract[]): string =>
  [
    '/** The method and path of every call of a page. Written by `npm run generate` from the contracts. */',
    'export const addresses = {',
    ...routeTable.flatMap(({ name, method, path, bytesType }) =>
      bytesType === undefined ? [`  ${name}: ['${method}', '${path}'],`] : [],
    ),
    '} as const;',
    '',
    '/** The fields that every answer has, by path: `[` is a list, `{` an object. */',
    'export const answerFields: Readonly<Record<string, string>> = {',
    ...routeTable.flatMap(({ name, answer }) => {
      const fields = answer ? compoundFields(schemaOf(answer, 'input')).join(' ') : '';
      const line = `  ${name}: '${fields}',`;
      if (fields === '') return [];
      return line.length > LINE_WIDTH ? [`  ${name}:`, `    '${fields}',`] : [line];
    }),
    '};',
    '',
  ].join('\n');

/** A field with a default may be absent, because a former server lacks it. */
function compoundFields(schema: Json, within = ''): string[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return required.flatMap((name): string[] => {
    const field = properties[name] ?? {};
    if (field.type === 'array') return [`${within}${name}[`];
    if (field.type !== 'object') return [];
    return [`${within}${name}{`, ...compoundFields(field, `${within}${name}.`)];
  });
}
