import { z, type ZodType } from 'zod';

interface ValueShape {
  type?: unknown;
  enum?: unknown;
  const?: unknown;
  format?: unknown;
  pattern?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  minLength?: unknown;
  maxLength?: unknown;
  anyOf?: unknown;
}

const quoted = (values: readonly unknown[]): string => values.map(String).join(' | ');

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function span(unit: string, from: unknown, to: unknown): string {
  if (isNumber(from) && isNumber(to)) return `${unit} from ${from} to ${to}`;
  if (isNumber(from)) return `${unit}, at least ${from}`;
  return isNumber(to) ? `${unit}, at most ${to}` : unit;
}

function text(shape: ValueShape): string {
  if (shape.format === 'uri') return 'a URL';
  if (isNumber(shape.minLength) && shape.minLength > 1)
    return `text of at least ${shape.minLength} characters`;
  if (isNumber(shape.maxLength)) return `text of at most ${shape.maxLength} characters`;
  return typeof shape.pattern === 'string' ? `text like ${shape.pattern}` : 'text';
}

function describe(shape: ValueShape): string {
  if (Array.isArray(shape.enum)) return quoted(shape.enum);
  if (shape.const !== undefined) return String(shape.const);
  if (Array.isArray(shape.anyOf)) return shape.anyOf.map((each: ValueShape) => describe(each)).join(', or ');
  if (shape.type === 'boolean') return 'true | false';
  if (shape.type === 'integer') return span('a whole number', shape.minimum, shape.maximum);
  if (shape.type === 'number') return span('a number', shape.minimum, shape.maximum);
  if (shape.type === 'array') return 'values separated by commas';
  return text(shape);
}

/** Example: `a whole number from 0 to 65535`, `debug | info`. */
export function allowedValues(schema: ZodType): string {
  const shape = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return describe(
    shape.type === undefined && shape.enum === undefined
      ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      : shape,
  );
}
