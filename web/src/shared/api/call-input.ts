import type { Body, CommandName, PathParam, Query, RouteName } from '@skyshelf/contracts/browser';

type Field<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

export type CallInput<Name extends RouteName> = Field<'body', Body<Name>> &
  Field<'query', Query<Name>> &
  Field<'params', [PathParam<Name>] extends [never] ? never : Record<PathParam<Name>, string>> &
  (Name extends CommandName ? { idempotencyKey: string } : unknown);

export interface AnyInput {
  body?: unknown;
  query?: Readonly<Record<string, string | undefined>>;
  params?: Readonly<Record<string, string>>;
  idempotencyKey?: string;
}
