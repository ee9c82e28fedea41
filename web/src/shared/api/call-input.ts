import type { Body, CommandName, PathParam, Query, RouteName } from '@skyshelf/contracts/browser';

type Field<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** What a call needs by its contract: body, query, path parameters, and for a command the name of the intention. */
export type CallInput<Name extends RouteName> = Field<'body', Body<Name>> &
  Field<'query', Query<Name>> &
  Field<'params', [PathParam<Name>] extends [never] ? never : Record<PathParam<Name>, string>> &
  (Name extends CommandName ? { idempotencyKey: string } : unknown);

/** The same for code that sends any call. */
export interface AnyInput {
  body?: unknown;
  query?: Readonly<Record<string, string | undefined>>;
  params?: Readonly<Record<string, string>>;
  idempotencyKey?: string;
}
