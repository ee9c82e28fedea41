import type { ZodType } from 'zod';
import type { ServiceName } from '../service-name.js';

/**
 * Who may call: `public` anybody, token ignored; `visitor` anybody, but a token that is sent must be good; `user` a valid bearer token;
 * `reader` a GET by bearer token or read cookie; `signed` whoever holds the signed address.
 */
export type Access = 'public' | 'visitor' | 'user' | 'reader' | 'signed';

/** Which rate limit a call counts against. */
export type RateClass = 'read' | 'command' | 'upload' | 'sign-in';

/** One call of the API: the only source of its route, checks, types and OpenAPI text. */
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
  params?: ZodType;
  query?: ZodType;
  /** JSON body. Absent with `bytes`. */
  body?: ZodType;
  /** The body is raw bytes, not JSON; streamed, never buffered. */
  bytes?: boolean;
  /** Largest body in bytes; limits.maxJsonBytes unless given. */
  bodyLimit?: number;
  /** Changes something: takes an Idempotency-Key. */
  command?: boolean;
  /** JSON answer. Absent with `media`. */
  answer?: ZodType;
  /** What is answered instead of JSON. */
  media?: 'bytes' | 'event-stream';
}

/** Keeps the literal types of a contract, so controllers and clients are typed by it. */
export const defineRoute = <const R extends RouteContract>(route: R): R => route;
