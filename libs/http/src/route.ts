import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { InternalContract, RouteContract } from '@skyshelf/contracts';
import type { Answering } from './contract-types.js';
import type { RouteRules } from './request-state.js';

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
 * A controller's method by contract: method and path, status 200, access, body limit, checks and refusals. It
 * returns the contract's answer: an object is written as JSON; a string or Buffer is sent as it is and must
 * be JSON already.
 */
export const Route = <R extends RouteContract>(contract: R): AnswersBy<R> => mapping(contract, { contract });

export const Internal = <C extends InternalContract>(contract: C): AnswersBy<C> =>
  mapping(contract, { contract, internal: true });
