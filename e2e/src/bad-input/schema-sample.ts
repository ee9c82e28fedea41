/** A JSON Schema as OpenAPI 3.1 holds it; only the keywords that the contracts use are read. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  additionalProperties?: boolean | JsonSchema;
}

const texts = [
  'abc',
  '/',
  '1',
  'https://example.com/',
  '2026-01-01T00:00:00.000Z',
  'a',
  // A trace and a span, as in the examples of the W3C.
  '0af7651916cd43dd8448eb211c80319c',
  'b7ad6b7169203331',
  'index.m3u8',
  // A challenge, as in the example of RFC 7636.
  'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  // A picture of news.
  'q83vEjRWeJCrze8SNFZ4kA',
];

/**
 * A valid value of a schema, with every optional property, so that each can be spoiled.
 * @throws {Error} when no text of the list fits a pattern: then the list needs one more
 */
export function sample(schema: JsonSchema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (choice) return sample(choice);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sample(property)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sample(schema.items ?? {}));
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'anything';
  }
}

function sampleText({ pattern, minLength = 0 }: JsonSchema): string {
  const fitting = texts.find(
    (text) => text.length >= minLength && (!pattern || new RegExp(pattern, 'u').test(text)),
  );
  if (fitting === undefined) throw new Error(`no sample text fits ${pattern}`);
  return fitting;
}

/** Every place of a value that the schema describes: its path and the way to replace it. */
export function places(schema: JsonSchema, path: (string | number)[] = []): (string | number)[][] {
  const inner = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (inner) return places(inner, path);
  const below = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      places(property, [...path, name]),
    ),
    ...(schema.items ? places(schema.items, [...path, 0]) : []),
  ];
  return [path, ...below];
}

/** A copy of `value` with another value at `path`; `undefined` removes it. */
export function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (index === head ? replaced(item, rest, by) : item));
  const copy = { ...(value as Record<string, unknown>) };
  const inner = replaced(copy[head], rest, by);
  if (inner === undefined) delete copy[head];
  else copy[head] = inner;
  return copy;
}
