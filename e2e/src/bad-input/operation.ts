import { sample, type JsonSchema } from './schema-sample.js';

/** One operation as the OpenAPI document of the running product describes it. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  security?: object[];
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

export const json = { 'content-type': 'application/json' };
export const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export function jsonSchemaOf(operation: Operation): JsonSchema | undefined {
  return operation.requestBody?.content['application/json']?.schema;
}

/** A request that would be taken, for others to spoil. */
export function goodRequest(operation: Operation): BadCase {
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
