import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { RouteContract } from '@skyshelf/contracts';
import type { InternalContract } from './contract-types.js';
import type { RouteRules } from './request-state.js';

const mapping = ({ method, path }: RouteContract | InternalContract, rules: RouteRules): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(200),
    RouteConfig({ rules }),
  );

/**
 * Puts a controller's method at a route of the API: method and path, status 200, who may call it, the largest body, and the checks of body, query and
 * params. What the method returns is the answer: an object is written as JSON; a string or Buffer is sent as it is and must be JSON already.
 */
export const Route = (contract: RouteContract): MethodDecorator => mapping(contract, { contract });

/** The same for a route between services. Without a contract it only marks a method that Nest's own decorators have put under `/internal/`. */
export const Internal = (contract?: InternalContract): MethodDecorator =>
  contract
    ? mapping(contract, { contract, internal: true })
    : RouteConfig({ rules: { internal: true } satisfies RouteRules });
