import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_ADDRESS_HEADER,
  DomainError,
  holderOf,
  refusalsOf,
  VISIT_PREFIX,
  visitRefusals,
  type RouteContract,
} from '@skyshelf/contracts';
import { isNavigation } from '@skyshelf/http';
import { declareSpan, traceparentOf } from '@skyshelf/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HandOver, HandOverOptions } from '../gateway.runtime.js';
import { RateLimited, type ClientCheck } from './client-check.js';
import { limitUnannouncedBody } from './limit-body.js';
import { enterVisit, isVisited, visitHeaders, type VisitEntryDeps } from './visit-entry.js';
import { addHeaders, setHeaders, type HeaderList } from './security-headers.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Checked before anything else. */
    entry?: RouteContract;
    /** A visitor of a link makes the call. */
    visit?: boolean;
  }
}

export interface EdgeDeps {
  check: ClientCheck;
  handOver: HandOver;
  headers: HeaderList;
  visits: VisitEntryDeps;
  routeTable: readonly RouteContract[];
  /** False for an address that is no page. */
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

/** Checks every route; those of other services are handed over with unread bodies. */
export function installEdge(fastify: FastifyInstance, deps: EdgeDeps): void {
  const visited = { ...deps, headers: [...deps.headers, ...visitHeaders] };
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.is404) return void deps.answerPage(request, reply);
    const { config } = request.routeOptions;
    const contract = config.entry ?? ownContract(config.rules?.contract);
    if (!contract) return;
    if (!config.visit) return enter(deps, contract, request, reply);
    // The address alone: what a sent token or cookie says does not count.
    await checkClient(deps.check, { ...contract, access: 'public' }, request, reply);
    await enterVisit(deps.visits, contract, request, reply);
    await enter(visited, contract, request, reply);
  });
  fastify.addHook('onSend', async (_request, reply) => addHeaders(reply, deps.headers));
  for (const contract of deps.routeTable) {
    if (contract.service !== OWN) addRoute(fastify, contract);
    if (isVisited(contract)) addRoute(fastify, contract, { prefix: VISIT_PREFIX, visit: true });
  }
}

/** Routes between services have contracts of another kind, without `access`. */
const ownContract = (contract: object | undefined): RouteContract | undefined =>
  contract && 'access' in contract ? (contract as RouteContract) : undefined;

function addRoute(
  fastify: FastifyInstance,
  contract: RouteContract,
  { prefix = '', visit = false } = {},
): void {
  fastify.route({
    method: contract.method,
    url: `${prefix}${contract.path}`,
    // `entry` decides about access; the rules give body limits and refusals.
    config: {
      entry: contract,
      visit,
      rules: {
        contract: {
          ...contract,
          access: 'public',
          refuses: [...refusalsOf(contract), ...(visit ? visitRefusals(contract) : [])],
        },
      },
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
  // From here on a cookie's token is like any other.
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

/** @returns the traceparent for the service */
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

/** Services see tokens, not cookies. Set to undefined, since deleting makes the object slow. */
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
