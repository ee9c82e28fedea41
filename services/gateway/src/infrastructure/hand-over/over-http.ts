import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DomainError, ServiceName } from '@skyshelf/contracts';
import { refusalPage } from '@skyshelf/http';
import {
  answerUnavailable,
  forward,
  ReplicaPools,
  type ForwardOptions,
  type RefusalAnswer,
} from '@skyshelf/peers';
import type { Logger } from '@skyshelf/telemetry';
import type { HandOver, HandOverOptions } from '../../gateway.runtime.js';

export interface HttpHandOverOptions {
  /** Format: `http://host:port`, `dns+http://name:port`, or `unix:/path/of/socket`. */
  addresses: ReadonlyMap<ServiceName, readonly string[]>;
  /** The addresses of replicas that alone have some answers, if they are not among `addresses`. */
  holders?: ReadonlyMap<ServiceName, readonly string[]>;
  logger: Logger;
  /** The number for each replica; default 128. */
  connections?: number;
  /** Unit: milliseconds; default 60 s. */
  headersTimeoutMs?: number;
}

export interface HttpHandOver {
  handOver: HandOver;
  close(): Promise<void>;
}

/**
 * A drive's catalog requests go to one healthy replica, for its cache. Repeatable requests move on when a
 * replica leaves. A broken answer is cut, so that the client notices.
 */
export function httpHandOver({
  addresses,
  holders = new Map(),
  logger,
  connections = 128,
  headersTimeoutMs = 60_000,
}: HttpHandOverOptions): HttpHandOver {
  const options = { connections, headersTimeoutMs, bodyTimeoutMs: 0, names: { logger } };
  const poolsTo = (replicas: typeof addresses) =>
    new Map([...replicas].map(([service, each]) => [service, new ReplicaPools(each, options)]));
  const pools = poolsTo(addresses);
  const holding = poolsTo(holders);
  return {
    handOver: (service, request, response, given) => {
      const replicas = (given.heldBy !== undefined && holding.get(service)) || pools.get(service);
      const sent = replicas
        ? forward(replicas, request, response, forwardOptions(service, request, given))
        : Promise.reject(new Error(`No address of ${service} is configured`));
      sent.catch((error: unknown) => giveUp(response, error, { service, logger, ...given }));
    },
    close: async () => {
      await Promise.all([...pools.values(), ...holding.values()].map((each) => each.close()));
    },
  };
}

function forwardOptions(
  service: ServiceName,
  request: IncomingMessage,
  { drive, reads, heldBy }: HandOverOptions,
): ForwardOptions {
  const { method, headers } = request;
  return {
    ...(service === 'catalog' && drive && { key: drive }),
    ...(heldBy !== undefined && { heldBy }),
    repeatable: reads || method === 'GET' || headers['idempotency-key'] !== undefined,
  };
}

interface GivenUp extends Pick<HandOverOptions, 'page'> {
  service: ServiceName;
  logger: Logger;
}

function giveUp(response: ServerResponse, error: unknown, { service, logger, page }: GivenUp): void {
  if (response.destroyed) return;
  logger.warn({ err: error, to: service }, 'A service could not answer');
  answerUnavailable(response, page ? asPage : undefined);
}

const asPage = (refusal: DomainError): RefusalAnswer => {
  const { html, contentSecurityPolicy } = refusalPage(refusal);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  };
  return { headers, body: html };
};
