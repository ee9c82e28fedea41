import type { RouteContract } from '@skyshelf/contracts';
import type { z, ZodType } from 'zod';

type Parsed<S> = S extends ZodType ? z.infer<S> : never;

/** Types of a controller's parameters and answer, taken from the contract: `@Body() body: BodyOf<typeof routes.addElement>`. */
export type BodyOf<R extends RouteContract> = Parsed<R['body']>;
export type QueryOf<R extends RouteContract> = Parsed<R['query']>;
export type ParamsOf<R extends RouteContract> = Parsed<R['params']>;
export type AnswerOf<R extends RouteContract> = R['answer'] extends ZodType ? z.input<R['answer']> : never;

/** A route between services: under `/internal/`, never reachable from outside, open only to who holds the installation's secret. */
export type InternalContract = Pick<
  RouteContract,
  'method' | 'params' | 'query' | 'body' | 'bytes' | 'bodyLimit' | 'media'
> & {
  path: `/internal/${string}`;
};
