import type { z, ZodType } from 'zod';
import type { ErrorCode } from '../errors.js';
import type { ServiceName } from '../service-name.js';
import type { RouteContract } from './route.js';

/** Unreachable from outside, only with the installation's secret. */
export interface InternalContract extends Pick<
  RouteContract,
  'method' | 'refuses' | 'params' | 'query' | 'body' | 'bytes' | 'bodyLimit' | 'answer' | 'media'
> {
  path: `/internal/${string}`;
  /** Absent where several services answer. */
  service?: ServiceName;
}

type InternalFields = Partial<InternalContract> & Pick<InternalContract, 'method' | 'path'>;
type Shared = Partial<Pick<InternalContract, 'service'>> & Pick<InternalContract, 'refuses'>;
type Completed<S, Calls> = {
  readonly [Name in keyof Calls]: Omit<S, keyof Calls[Name]> & Calls[Name];
};

/** Each call gets the shared fields unless it gives its own. */
export function defineInternal<
  const S extends Shared,
  const Calls extends Readonly<Record<string, InternalFields>>,
>(shared: S, calls: Calls): Completed<S, Calls> {
  const completed = Object.entries(calls).map(([name, call]) => [name, { ...shared, ...call }]);
  return Object.fromEntries(completed) as Completed<S, Calls>;
}

/** Query values after parsing. */
export type InternalInput<C extends InternalContract> = (C extends { service: ServiceName }
  ? unknown
  : { service: ServiceName }) &
  (C extends { params: infer P extends ZodType } ? { params: z.input<P> } : unknown) &
  (C extends { query: infer Q extends ZodType } ? { query: z.output<Q> } : unknown) &
  (C extends { body: infer B extends ZodType } ? { body: z.input<B> } : unknown);

export type InternalAnswer<C extends InternalContract> = C extends { answer: infer A extends ZodType }
  ? z.output<A>
  : undefined;

export const internalRefusals = [
  'access.denied',
  'drive.busy',
  'drive.closed',
] as const satisfies readonly ErrorCode[];
