import { createHash } from 'node:crypto';

/**
 * JSON with sorted keys and marked dates, without undefined fields: equal texts mean equal values.
 * @throws Error for functions, symbols, bigint
 */
export function canonicalText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return `{"$date":"${value.toISOString()}"}`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value === 'object') {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${sorted.map(([key, field]) => `${JSON.stringify(key)}:${canonicalText(field)}`).join(',')}}`;
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return JSON.stringify(value);
  throw new Error(`A ${typeof value} has no canonical text.`);
}

/** SHA-256, to notice a reused operation id. */
export const payloadHash = (command: string, payload: unknown): string =>
  createHash('sha256').update(command).update('\n').update(canonicalText(payload)).digest('base64url');
