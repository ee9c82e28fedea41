import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_ADDRESS_HEADER,
  DomainError,
  holderOf,
  refusalsOf,
  type RouteContract,
} from '@skyshelf/contracts';
import { isNavigation } from '@skyshelf/http';
import { declareSpan, traceparentOf } from '@skyshelf/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HandOver, HandOverOptions } from '../gateway.runtime.js';
import { RateLimited, type ClientCheck } from './client-check.js';
import { limitUnannouncedBody } from './limit-body.js';
import { addHeaders, setHeaders, type HeaderList } from './security-headers.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract by which the gateway checks who may come in, before anything else is done. */
    entry?: RouteContract;
  }
}

export interface EdgeDeps {
  check: ClientCheck;
  handOver: HandOver;
  headers: HeaderList;
  routeTable: readonly RouteContract[];
  /** Answers an address without a route with the page, or not at all. */
  answerPage(request: FastifyRequest, reply: FastifyReply): boolean;
}

const OWN = 'gateway';

const handOverSpan = declareSpan({
  name: 'hand over to {service}',
  kind: 'client',
  scope: '@skyshelf/gateway',
  help: 'A request in the hands of the service that answers it, as the gateway sees it.',
  parent: 'the request at the gateway',
  within: true,
  attributes: {
    'http.request.method': 'HTTP method',
    'http.response.status_code': 'HTTP status',
    'service.peer.name': 'the service',
  },
});

/**
 * Puts the checks in front of every route of this Fastify instance, and serves the other services' routes of the table by handing
 * them over with their bodies unread. The gateway's own routes go on to their controllers after the same checks.
 */
export function installEdge(fastify: FastifyInstance, deps: EdgeDeps): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.is404) return void deps.answerPage(request, reply);
    const { config } = request.routeOptions;
    const contract = config.entry ?? ownContract(config.rules?.contract);
    if (contract) await enter(deps, contract, request, reply);
  });
  fastify.addHook('onSend', async (_request, reply) => addHeaders(reply, deps.headers));
  for (const contract of deps.routeTable) if (contract.service !== OWN) addRoute(fastify, contract);
}

/** Routes between services have contracts of another kind, without `access`. */
const ownContract = (contract: object | undefined): RouteContract | undefined =>
  contract && 'access' in contract ? (contract as RouteContract) : undefined;

function addRoute(fastify: FastifyInstance, contract: RouteContract): void {
  fastify.route({
    method: contract.method,
    url: contract.path,
    // Who may come in is decided by `entry`; the rules only tell how long a body may be and what may be refused.
    config: {
      entry: contract,
      rules: { contract: { ...contract, access: 'public', refuses: [...refusalsOf(contract)] } },
    },
    handler: () => {
      throw new DomainError('service.unavailable');
    },
  });
}

async function enter(
  deps: EdgeDeps,
  contract: RouteContract,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = request;
  const { address, token, caller } = await checkClient(deps.check, contract, request, reply);
  // A token from the read cookie is a token like any other for what follows.
  if (token) raw.headers.authorization = `Bearer ${token}`;
  if (contract.service === OWN) return;
  limitUnannouncedBody(raw, contract);
  prepareHeaders(raw.headers, token !== null, request.id, traceHandOver(contract, request, reply));
  if (contract.seesAddress) raw.headers[CLIENT_ADDRESS_HEADER] = address;
  setHeaders(reply.raw, deps.headers);
  reply.hijack();
  deps.handOver(contract.service, raw, reply.raw, {
    drive: caller?.drive ?? null,
    reads: contract.rate === 'read' && !contract.command,
    ...heldBy(contract, request),
    page: contract.navigable === true && isNavigation(raw.headers),
  });
}

function heldBy({ heldByNamed }: RouteContract, { params }: FastifyRequest): Pick<HandOverOptions, 'heldBy'> {
  const held = heldByNamed && (params as Record<string, string>)[heldByNamed];
  return held ? { heldBy: holderOf(held) } : {};
}

/** @returns the traceparent that the service goes on with */
function traceHandOver(
  { service, method }: RouteContract,
  { trace }: FastifyRequest,
  { raw }: FastifyReply,
): string | undefined {
  if (!trace) return undefined;
  const attributes = { 'http.request.method': method, 'service.peer.name': service };
  const span = handOverSpan.start({ name: `hand over to ${service}`, parent: trace, attributes });
  if (span)
    raw.once('close', () => {
      span.set({ 'http.response.status_code': raw.statusCode });
      span.end(raw.statusCode >= 500 ? String(raw.statusCode) : undefined);
    });
  return traceparentOf(span?.context ?? trace) ?? undefined;
}

async function checkClient(
  check: ClientCheck,
  contract: RouteContract,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    return await check.run(contract, request);
  } catch (error) {
    if (error instanceof RateLimited) reply.header('retry-after', String(Math.ceil(error.waitMs / 1000)));
    throw error;
  }
}

/**
 * A service sees who calls by the token alone: no cookies. It goes on with the request's id and trace. Set to undefined where one would delete:
 * deleting turns the object into a slow one.
 */
function prepareHeaders(
  headers: IncomingHttpHeaders,
  signedIn: boolean,
  id: string,
  traceparent: string | undefined,
): void {
  if (!signedIn && headers.authorization !== undefined) headers.authorization = undefined;
  if (headers.cookie !== undefined) headers.cookie = undefined;
  headers['x-request-id'] = id;
  if (traceparent !== headers.traceparent) headers.traceparent = traceparent;
}
