import { errorTable, type ErrorCode } from '../errors.js';
import { refusalsOf } from './refusals.js';
import type { RouteContract } from './route.js';

type Json = Record<string, unknown>;
type Codes = readonly ErrorCode[];

const refusal = (codes: Codes): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n'),
  'x-error-codes': codes,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const byStatus = (route: RouteContract): [string, Codes][] =>
  Object.entries(Object.groupBy(refusalsOf(route), (code) => errorTable[code].status)).map(
    ([status, codes]) => [status, codes ?? []],
  );

const isShared = ({ refuses }: RouteContract, codes: Codes): boolean =>
  !codes.some((code) => refuses.includes(code));

const sharedName = (codes: Codes): string => codes.join('-');

/** One answer a status; `error.code` tells the codes apart. */
export const refusalAnswers = (route: RouteContract): Json =>
  Object.fromEntries(
    byStatus(route).map(([status, codes]) => [
      status,
      isShared(route, codes) ? { $ref: `#/components/responses/${sharedName(codes)}` } : refusal(codes),
    ]),
  );

/** Shared by calls of one kind. */
export const sharedRefusals = (routeTable: readonly RouteContract[]): Json =>
  Object.fromEntries(
    routeTable.flatMap((route) =>
      byStatus(route)
        .filter(([, codes]) => isShared(route, codes))
        .map(([, codes]) => [sharedName(codes), refusal(codes)]),
    ),
  );
