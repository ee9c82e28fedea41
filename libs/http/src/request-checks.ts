import { DomainError } from '@skyshelf/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createAccess, requireAdmin, type AccessDeps, type TokenOf } from './access.js';
import { FILE_BODY_TIME, JSON_BODY_TIME, limitBodyTime } from './body-time.js';
import { bodyLimitOf, takeJsonBodies } from './body-parser.js';
import type { RequestsInFlight } from './requests-in-flight.js';
import { checkRequest } from './validation.js';

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

/** Cheapest first: readiness, caller, body length; then JSON; then the contract. */
export function checkRequests(
  fastify: FastifyInstance,
  runtime: AccessDeps,
  { inFlight, tokenOf }: { inFlight: RequestsInFlight; tokenOf?: TokenOf },
): void {
  const access = createAccess(runtime, tokenOf);
  fastify.decorateRequest('caller', null);
  fastify.addHook('onRequest', async (request) => {
    const { contract } = request.routeOptions.config.rules ?? {};
    limitBodyTime(request.raw, contract?.bytes ? FILE_BODY_TIME : JSON_BODY_TIME);
    checkTaken(request, inFlight);
    request.caller = await access(request);
    checkLength(request);
  });
  fastify.addHook('preParsing', async (request) => requireAdmin(request, runtime.isAdmin));
  takeJsonBodies(fastify);
  fastify.addHook('preValidation', async (request) => checkRequest(request));
  fastify.addHook('preHandler', (request, reply, done) => {
    const { rules } = request.routeOptions.config;
    if (rules?.contract && !rules.contract.media) reply.header('content-type', JSON_TYPE);
    done();
  });
}
