import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DomainError, opId, type OpId } from '@skyshelf/contracts';
import type { IdSource } from '@skyshelf/tokens';
import type { FastifyRequest } from 'fastify';

const HEADER = 'Idempotency-Key';
const MAX_KEY_CHARACTERS = 120;

/**
 * `key:<Idempotency-Key>`, or a new one. The prefix keeps a client from naming a reaction's operation;
 * operations being kept by drive, from naming another user's.
 * @throws DomainError `input.invalid` for more than 120 characters, or others than letters, digits and `_ . :
 * | -`
 */
export function operationIdOf(key: string | readonly string[] | undefined, ids: IdSource): OpId {
  const parsed = opId.safeParse(`key:${key === undefined ? ids.next() : String(key)}`);
  if (parsed.success && (key === undefined || key.length <= MAX_KEY_CHARACTERS) && key !== '')
    return parsed.data;
  throw new DomainError('input.invalid', {
    field: HEADER,
    message: `${HEADER}: 1 to ${MAX_KEY_CHARACTERS} letters, digits and _ . : | - are allowed.`,
  });
}

/** Kept over retries, so that a command happens once. */
export const OperationId = createParamDecorator((_: unknown, context: ExecutionContext): OpId => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return operationIdOf(request.headers['idempotency-key'], request.server.idSource);
});
