import { channel } from 'node:diagnostics_channel';
import {
  refusalsOf,
  type DomainError,
  type ErrorCode,
  type InternalContract,
  type RouteContract,
} from '@skyshelf/contracts';
import { declareCounter, type Metrics } from '@skyshelf/telemetry';
import type { FastifyRequest } from 'fastify';

type Refused = Pick<FastifyRequest, 'log' | 'id' | 'method' | 'routeOptions'>;

export type RefusalCheck = (request: Refused, error: DomainError) => void;

const undeclaredRefusals = declareCounter({
  name: 'skyshelf_undeclared_refusals_total',
  help: 'Refusals whose code the contract of their route does not list. Anything but 0 is a mistake of ours: the API answers what it is not documented to.',
  labels: { route: 'pattern of the route', code: 'error code' },
});

/** As `{ method, route, code }`: the tests fail by it. */
const undeclared = channel('skyshelf.undeclared-refusal');
const publish = (refusal: object): void => undeclared.publish(refusal);

type Contract = RouteContract | InternalContract;

const listed = new WeakMap<Contract, ReadonlySet<ErrorCode>>();

function listedBy(contract: Contract): ReadonlySet<ErrorCode> {
  const codes = listed.get(contract) ?? refusalsOf(contract);
  listed.set(contract, codes);
  return codes;
}

/** Answered all the same, logged and counted. */
export function createRefusalCheck(
  metrics: Metrics,
  tell: (refusal: object) => void = publish,
): RefusalCheck {
  const counter = metrics.counter(undeclaredRefusals);
  return ({ log, id, method, routeOptions }, { code }) => {
    const contract = routeOptions.config?.rules?.contract;
    if (!contract || listedBy(contract).has(code)) return;
    const route = routeOptions.url ?? 'none';
    counter.add({ route, code });
    log.error(
      { requestId: id, method, route, code },
      'A refusal that the contract of its route does not list',
    );
    tell({ method, route, code });
  };
}
