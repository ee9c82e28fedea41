import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { InternalContract, RouteContract } from '@skyshelf/contracts';
import type { z, ZodType } from 'zod';
import type { Context } from '@opentelemetry/api';
import type { Caller, IdSource } from '@skyshelf/tokens';
import type { RefusalCheck } from './declared-refusals.js';

export interface RouteRules {
  contract?: RouteContract | InternalContract;
  /**
   * The route is served at the internal port only, with `Authorization: Internal <key>`. Implied under `/internal/`.
   */
  internal?: boolean;
  scraped?: boolean;
  /** The route also answers while stopping, as routes between services do: requests begun elsewhere may need it. */
  whileStopping?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rules?: RouteRules;
  }
  interface FastifyRequest {
    /** Is null for a visitor and on public and internal routes. */
    caller: Caller | null;
    trace: Context | null;
  }
  interface FastifyInstance {
    idSource: IdSource;
    checkRefusal: RefusalCheck;
  }
}

const mapping = ({ method, path }: RouteContract | InternalContract, rules: RouteRules): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(200),
    RouteConfig({ rules }),
  );

type AnswersBy<R extends RouteContract | InternalContract> = <T extends (...given: never[]) => Answering<R>>(
  target: object,
  key: string | symbol,
  method: TypedPropertyDescriptor<T>,
) => void;

/**
 * Method, path, access, body limit, checks and refusals by contract. The method returns the contract's
 * answer: an object is written as JSON; a string or Buffer must be JSON already.
 */
export const Route = <R extends RouteContract>(contract: R): AnswersBy<R> => mapping(contract, { contract });

export const Internal = <C extends InternalContract>(contract: C): AnswersBy<C> =>
  mapping(contract, { contract, internal: true });

type Parsed<S> = S extends ZodType ? z.infer<S> : never;

/** Example: `@Body() body: BodyOf<typeof routes.addElement>` */
export type BodyOf<R extends RouteContract | InternalContract> = Parsed<R['body']>;
export type QueryOf<R extends RouteContract | InternalContract> = Parsed<R['query']>;
export type ParamsOf<R extends RouteContract | InternalContract> = Parsed<R['params']>;
export type AnswerOf<R extends RouteContract | InternalContract> = R['answer'] extends ZodType
  ? z.input<R['answer']>
  : never;

/** Allows anything for a contract without an answer. */
export type Answering<R extends RouteContract | InternalContract> = R['answer'] extends ZodType
  ? Promise<AnswerOf<R> | Buffer | string | undefined> | AnswerOf<R> | Buffer | string
  : unknown;
