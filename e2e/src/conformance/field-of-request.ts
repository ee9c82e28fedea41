import type { RouteContract } from '@skyshelf/contracts';
import { z, type ZodType } from 'zod';

/** What stands before the bytes of a request: in a header, or in the head of a bundle. */
const BEFORE_BYTES = ['upload-grant', 'content-digest', 'content-length', 'url', 'folderid', 'files'];

const fieldsOf = (schema: ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Whether the field that a refusal names stands in the request, so that a client can show it there. */
export function isFieldOfRequest({ body, query, params, bytes }: RouteContract, field: string): boolean {
  const [first = ''] = field.split('.', 1);
  const known = [body, query, params].flatMap(fieldsOf);
  return known.includes(first) || (bytes === true && BEFORE_BYTES.includes(first.toLowerCase()));
}
