import type { ZodType } from 'zod';
import type { ErrorCode } from '../errors.js';
import type { ServiceName } from '../service-name.js';

/**
 * Who may call: `public` anybody, token ignored; `visitor` anybody, but a token that is sent must be good; `user` a valid bearer token;
 * `admin` that of one whom the operator has named (ADMIN_SUBS); `reader` a GET by bearer token or read cookie; `signed` any holder of the signed address.
 */
export type Access = 'public' | 'visitor' | 'user' | 'admin' | 'reader' | 'signed';

/** Which rate limit a call counts against. */
export type RateClass = 'read' | 'command' | 'upload' | 'sign-in';

/** Set by the gateway alone, in the form by which addresses are counted; one that a client sends is thrown away. */
export const CLIENT_ADDRESS_HEADER = 'x-skyshelf-client-address';

/** By which name a replica holds what no other one has, in its answers; the gateway keeps it to itself. */
export const HOLDER_HEADER = 'x-skyshelf-holder';

/** One call of the API: the only source of its route, checks, types, refusals and OpenAPI text. */
export interface RouteContract {
  /** Operation id, camel case, unique. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify notation; a final slash is optional on every path. */
  path: string;
  service: ServiceName;
  access: Access;
  rate: RateClass;
  summary: string;
  /** The codes that this call itself refuses with. Those of every call of its kind are added by `refusalsOf`. */
  refuses: readonly ErrorCode[];
  params?: ZodType;
  query?: ZodType;
  /** JSON body. Absent with `bytes`. */
  body?: ZodType;
  /** The body is raw bytes, not JSON; streamed, never buffered. */
  bytes?: boolean;
  /** What these bytes are; `application/octet-stream` unless given. */
  bytesType?: string;
  /** Largest body in bytes; limits.maxJsonBytes unless given. */
  bodyLimit?: number;
  /** Changes something: takes an Idempotency-Key. */
  command?: boolean;
  /** JSON answer. Absent with `media`. */
  answer?: ZodType;
  /** What is answered instead of JSON. */
  media?: 'bytes' | 'event-stream';
  /** What it answers lies in one replica of the service, whose name this path parameter begins with (`holderOf`). The others answer 410. */
  heldByNamed?: string;
  /** The service is told the address of who calls, in CLIENT_ADDRESS_HEADER. */
  seesAddress?: true;
  /** The session of a browser extension may make this call too. All others that need one refuse it. */
  extension?: true;
  /** Browsers come here as to a page of its own: to them a refusal is a page too. */
  navigable?: boolean;
}

type RouteFields = Partial<Omit<RouteContract, 'name'>>;
type Named<Shared, Calls> = {
  readonly [Name in keyof Calls]: Omit<Shared, keyof Calls[Name]> & Calls[Name] & { readonly name: Name };
};

/**
 * The calls of one resource, which one controller serves. Each is named by its key and has the shared fields where it does not give its own; literal types
 * are kept, so controllers and clients are typed by them.
 */
export function defineRoutes<
  const Shared extends RouteFields,
  const Calls extends Readonly<Record<string, RouteFields>>,
>(shared: Shared, calls: Calls): Named<Shared, Calls> {
  const named = Object.entries(calls).map(([name, call]) => [name, { ...shared, ...call, name }]);
  return Object.fromEntries(named) as Named<Shared, Calls>;
}
