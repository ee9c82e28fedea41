import type { z, ZodType } from 'zod';
import type { ErrorCode } from '../errors.js';
import type { ServiceName } from '../service-name.js';
import type { RouteContract } from './route.js';

/** A call between services: under `/internal/`, never reachable from outside, open only to who holds the installation's secret. */
export interface InternalContract extends Pick<
  RouteContract,
  'method' | 'refuses' | 'params' | 'query' | 'body' | 'bytes' | 'bodyLimit' | 'answer' | 'media'
> {
  path: `/internal/${string}`;
  /** Who answers it. Absent where several services do: then the caller says which. */
  service?: ServiceName;
}

type InternalFields = Partial<InternalContract> & Pick<InternalContract, 'method' | 'path'>;
type Shared = Partial<Pick<InternalContract, 'service'>> & Pick<InternalContract, 'refuses'>;
type Completed<S, Calls> = {
  readonly [Name in keyof Calls]: Omit<S, keyof Calls[Name]> & Calls[Name];
};

/** Internal calls by their names, each with the shared fields where it does not give its own. Literal types are kept, for who answers and who asks. */
export function defineInternal<
  const S extends Shared,
  const Calls extends Readonly<Record<string, InternalFields>>,
>(shared: S, calls: Calls): Completed<S, Calls> {
  const completed = Object.entries(calls).map(([name, call]) => [name, { ...shared, ...call }]);
  return Object.fromEntries(completed) as Completed<S, Calls>;
}

/** What a call takes. Query values as they are after parsing: defaults are given too, dates are dates. */
export type InternalInput<C extends InternalContract> = (C extends { service: ServiceName }
  ? unknown
  : { service: ServiceName }) &
  (C extends { params: infer P extends ZodType } ? { params: z.input<P> } : unknown) &
  (C extends { query: infer Q extends ZodType } ? { query: z.output<Q> } : unknown) &
  (C extends { body: infer B extends ZodType } ? { body: z.input<B> } : unknown);

/** The JSON that a call answers, after parsing. */
export type InternalAnswer<C extends InternalContract> = C extends { answer: infer A extends ZodType }
  ? z.output<A>
  : undefined;

/** What any internal call may be refused with. */
export const internalRefusals = [
  'access.denied',
  'drive.busy',
  'drive.closed',
] as const satisfies readonly ErrorCode[];
