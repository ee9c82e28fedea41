import type { InternalContract, RouteContract } from '@skyshelf/contracts';
import type { z, ZodType } from 'zod';

type Parsed<S> = S extends ZodType ? z.infer<S> : never;

/** From the contract: `@Body() body: BodyOf<typeof routes.addElement>`. */
export type BodyOf<R extends RouteContract | InternalContract> = Parsed<R['body']>;
export type QueryOf<R extends RouteContract | InternalContract> = Parsed<R['query']>;
export type ParamsOf<R extends RouteContract | InternalContract> = Parsed<R['params']>;
export type AnswerOf<R extends RouteContract | InternalContract> = R['answer'] extends ZodType
  ? z.input<R['answer']>
  : never;

/** Without an answer in the contract: anything. */
export type Answering<R extends RouteContract | InternalContract> = R['answer'] extends ZodType
  ? Promise<AnswerOf<R> | Buffer | string | undefined> | AnswerOf<R> | Buffer | string
  : unknown;
