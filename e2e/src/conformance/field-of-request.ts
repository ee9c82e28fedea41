import type { RouteContract } from '@skyshelf/contracts';
import { z, type ZodType } from 'zod';

/** What stands before the bytes of a request: in a header, or in the head of a bundle. */
const BEFORE_BYTES = ['upload-grant', 'content-digest', 'content-length', 'url', 'folderid', 'files'];

/** What the form of a payment provider is refused by; the form itself is not ours to describe. */
const IN_FORM = ['receiver_email', 'item_number', 'mc_gross', 'mc_amount3', 'mc_currency', 'custom'];

const fieldsOf = (schema: ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Whether the field that a refusal names stands in the request, so that a client can show it there. */
export function isFieldOfRequest(
  { body, query, params, bytes, bytesType }: RouteContract,
  field: string,
): boolean {
  const [first = ''] = field.split('.', 1);
  const known = [body, query, params].flatMap(fieldsOf);
  if (bytesType !== undefined) return IN_FORM.includes(first);
  return known.includes(first) || (bytes === true && BEFORE_BYTES.includes(first.toLowerCase()));
}
