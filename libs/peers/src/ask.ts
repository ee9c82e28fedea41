import {
  DomainError,
  type InternalAnswer,
  type InternalContract,
  type InternalInput,
  type ServiceName,
} from '@skyshelf/contracts';
import type { AskOptions, PeerBytes, Peers } from './peers.js';

type Input<C extends InternalContract> =
  object extends InternalInput<C>
    ? [input?: InternalInput<C> & AskOptions]
    : [input: InternalInput<C> & AskOptions];

interface AnyInput extends AskOptions {
  service?: ServiceName;
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** A date as ISO 8601, null as nothing. */
const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value ?? '');

function addressOf({ path }: InternalContract, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return filled;
  return `${filled}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, textOf(value)])).toString()}`;
}

function calledService(contract: InternalContract, { service }: AnyInput): ServiceName {
  const called = contract.service ?? service;
  if (!called) throw new TypeError(`Several services have ${contract.path}: say which one is asked.`);
  return called;
}

/**
 * @throws DomainError the service's refusal; `service.unavailable` when it is away or answers against its
 * contract
 */
export async function ask<const C extends InternalContract>(
  peers: Pick<Peers, 'json'>,
  contract: C,
  ...[input = {} as never]: Input<C>
): Promise<InternalAnswer<C>> {
  const given: AnyInput = input;
  const service = calledService(contract, given);
  const { method } = contract;
  const { body, key, timeoutMs, headers } = given;
  if (method === 'PUT') throw new TypeError(`${contract.path} takes bytes.`);
  const answer = await peers.json<unknown>(service, addressOf(contract, given), {
    method,
    ...(body !== undefined && { body }),
    ...(key !== undefined && { key }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(headers && { headers }),
  });
  return parsed(service, contract, answer) as InternalAnswer<C>;
}

function parsed(service: ServiceName, { answer: schema, path }: InternalContract, answer: unknown): unknown {
  const result = schema?.safeParse(answer);
  if (!result || result.success) return result?.data;
  const cause = new Error(`${service} answered ${path} otherwise than its contract says.`, {
    cause: result.error,
  });
  throw new DomainError('service.unavailable', { cause });
}

/** Read or destroy the answer's body. */
export function askBytes<const C extends InternalContract>(
  peers: Pick<Peers, 'bytes'>,
  contract: C,
  input: InternalInput<C> &
    Pick<NonNullable<Parameters<Peers['bytes']>[2]>, 'headers'> & {
      /** The body of a contract with `bytes`. */
      sent?: NonNullable<Parameters<Peers['bytes']>[2]>['body'];
    },
): Promise<PeerBytes> {
  const { headers, sent, ...rest } = input;
  const given: AnyInput = rest;
  const { method } = contract;
  if (method === 'DELETE') throw new TypeError(`${contract.path} takes no bytes.`);
  return peers.bytes(calledService(contract, given), addressOf(contract, given), {
    method,
    ...(sent !== undefined && { body: sent }),
    ...(headers && { headers }),
  });
}
