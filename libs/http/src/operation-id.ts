import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DomainError, opId, type OpId } from '@skyshelf/contracts';
import type { IdSource } from '@skyshelf/tokens';
import type { FastifyRequest } from 'fastify';

const HEADER = 'Idempotency-Key';
const MAX_KEY_CHARACTERS = 120;

/**
 * The operation id of a request: `key:<Idempotency-Key>`, or a new one when the client sends no key. The prefix keeps a client from naming
 * a reaction's operation; that operations are told apart by drive keeps it from naming another user's.
 * @throws DomainError `input.invalid` for a key of more than 120 characters or of others than letters, digits and `_ . : | -`
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

/** The name of the intention behind a command: kept over retries, so it happens once. */
export const OperationId = createParamDecorator((_: unknown, context: ExecutionContext): OpId => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return operationIdOf(request.headers['idempotency-key'], request.server.idSource);
});
