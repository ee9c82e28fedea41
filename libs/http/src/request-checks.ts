import { DomainError } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { type AccessDeps, createAccess, requireRights, type TokenOf } from './access.js';
import { FILE_BODY_TIME, JSON_BODY_TIME, limitBodyTime } from './body-time.js';
import { bodyLimitOf, parseJsonBodies } from './body-parser.js';
import { deviceOf } from './client-software.js';
import type { HttpDeps } from './http-deps.js';
import type { RequestsInFlight } from './requests-in-flight.js';

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

function checkRequest(request: FastifyRequest): void {
  const contract = request.routeOptions.config.rules?.contract;
  if (!contract) return;
  if (contract.params) request.params = checked(contract.params, request.params);
  if (contract.query) request.query = checked(contract.query, request.query);
  if (contract.body) request.body = checked(contract.body, request.body);
}

const JSON_TYPE = 'application/json; charset=utf-8';

function checkLength(request: FastifyRequest): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (!request.is404 && announced > bodyLimitOf(request.routeOptions.config.rules))
    throw new DomainError('body.too-large');
}

function checkTaken({ routeOptions }: FastifyRequest, inFlight: RequestsInFlight): void {
  const { rules } = routeOptions.config;
  if (inFlight.stopping && !rules?.internal && !rules?.whileStopping) throw new DomainError('starting');
}

/** Reads may be POSTs; signing in goes on. */
function changes({ routeOptions }: FastifyRequest): boolean {
  const { contract } = routeOptions.config.rules ?? {};
  return !!contract && 'rate' in contract && (contract.rate === 'command' || contract.rate === 'upload');
}

const withDevice = (caller: Caller, { headers }: FastifyRequest): Caller => ({
  ...caller,
  device: deviceOf(headers['user-agent'], caller.scope),
});

/** Runs the cheapest checks first: readiness, caller, body length; then JSON; then the contract. */
export function checkRequests(
  fastify: FastifyInstance,
  runtime: AccessDeps & Pick<HttpDeps, 'readOnly'>,
  { inFlight, tokenOf }: { inFlight: RequestsInFlight; tokenOf?: TokenOf },
): void {
  const access = createAccess(runtime, tokenOf);
  fastify.decorateRequest('caller', null);
  fastify.addHook('onRequest', async (request) => {
    const { contract } = request.routeOptions.config.rules ?? {};
    // A request that is refused before its body is read has no other listener.
    request.raw.on('error', () => undefined);
    limitBodyTime(request.raw, contract?.bytes ? FILE_BODY_TIME : JSON_BODY_TIME);
    checkTaken(request, inFlight);
    const caller = await access(request);
    const isChange = changes(request);
    request.caller = caller && isChange ? withDevice(caller, request) : caller;
    if (runtime.readOnly && isChange) throw new DomainError('read-only');
    checkLength(request);
  });
  fastify.addHook('preParsing', async (request) => requireRights(request, runtime.isAdmin));
  parseJsonBodies(fastify);
  fastify.addHook('preValidation', async (request) => checkRequest(request));
  fastify.addHook('preHandler', (request, reply, done) => {
    const { rules } = request.routeOptions.config;
    if (rules?.contract && !rules.contract.media) reply.header('content-type', JSON_TYPE);
    done();
  });
}
