import type { ZodType } from 'zod';
import type { AccessScope, Right, ScopeKind } from '../access-scope.js';
import type { ErrorCode } from '../errors.js';
import type { ServiceName } from '../service-name.js';

/**
 * `public`: anyone, token ignored; `visitor`: anyone, but a sent token must be valid; `user`: a valid bearer
 * token; `admin`: one named in ADMIN_SUBS; `reader`: GET by bearer token or read cookie; `signed`: any holder
 * of the signed address.
 */
export type Access = 'public' | 'visitor' | 'user' | 'admin' | 'reader' | 'signed';

export type RateClass = 'read' | 'command' | 'upload' | 'sign-in';

/** Set by the gateway only; a client's is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-skyshelf-client-address';

/** One service tells another which software the user has called it with. */
export const CLIENT_DEVICE_HEADER = 'x-skyshelf-client-device';

/** A replica's name in its answers; the gateway strips it. */
export const HOLDER_HEADER = 'x-skyshelf-holder';

/** The only source of a call's route, checks, types, refusals and OpenAPI text. */
export interface RouteContract {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify notation; a final slash is optional. */
  path: string;
  service: ServiceName;
  access: Access;
  rate: RateClass;
  summary: string;
  /** Its own codes; `refusalsOf` adds those of its kind. */
  refuses: readonly ErrorCode[];
  params?: ZodType;
  query?: ZodType;
  /** Format: JSON. Absent with `bytes`. */
  body?: ZodType;
  /** Streamed, never buffered. */
  bytes?: boolean;
  /** Default: `application/octet-stream`. */
  bytesType?: string;
  /** Bytes; default limits.maxJsonBytes. */
  bodyLimit?: number;
  /** Takes an Idempotency-Key. */
  command?: boolean;
  /** Format: JSON. Absent with `media`. */
  answer?: ZodType;
  /** Answered instead of JSON. */
  media?: 'bytes' | 'event-stream';
  /** A path parameter that begins with the answering replica's name (`holderOf`). The others answer 410. */
  heldByNamed?: string;
  /** The service gets the caller's address in CLIENT_ADDRESS_HEADER. */
  seesAddress?: true;
  /** The kinds of access scope that may call it; it is closed to all others. */
  opens?: readonly ScopeKind[];
  /** The right that such a scope must have. */
  right?: Right;
  /** Browsers navigate here: their refusals are pages. */
  navigable?: boolean;
}

/** Whether a token of this scope may call the route. Without a scope, `access` alone decides. */
export const opensTo = (
  { opens = [], right }: Pick<RouteContract, 'opens' | 'right'>,
  scope: AccessScope,
): boolean => opens.includes(scope.kind) && (right === undefined || scope.rights.includes(right));

type RouteFields = Partial<Omit<RouteContract, 'name'>>;
type Named<Shared, Calls> = {
  readonly [Name in keyof Calls]: Omit<Shared, keyof Calls[Name]> & Calls[Name] & { readonly name: Name };
};

/** One resource's calls, served by one controller. Each gets the shared fields unless it gives its own. */
export function defineRoutes<
  const Shared extends RouteFields,
  const Calls extends Readonly<Record<string, RouteFields>>,
>(shared: Shared, calls: Calls): Named<Shared, Calls> {
  const named = Object.entries(calls).map(([name, call]) => [name, { ...shared, ...call, name }]);
  return Object.fromEntries(named) as Named<Shared, Calls>;
}
