import { DomainError } from '@skyshelf/contracts';
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';

type Issue = NonNullable<ReturnType<ZodType['safeParse']>['error']>['issues'][number];

const fieldOf = (issue: Issue): string =>
  [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.');

/** @throws DomainError `input.invalid` with the path of the first wrong field, e.g. `obj.linktag.0` */
export function checked(schema: ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw new DomainError('input.invalid', { cause: parsed.error });
  const field = fieldOf(issue);
  throw new DomainError('input.invalid', {
    field,
    message: field ? `${field}: ${issue.message}` : issue.message,
    cause: parsed.error,
  });
}

export function checkRequest(request: FastifyRequest): void {
  const contract = request.routeOptions.config.rules?.contract;
  if (!contract) return;
  if (contract.params) request.params = checked(contract.params, request.params);
  if (contract.query) request.query = checked(contract.query, request.query);
  if (contract.body) request.body = checked(contract.body, request.body);
}
