import {
  addresses,
  type Body,
  type CommandName,
  type PathParam,
  type Query,
  type RouteName,
} from '@skyshelf/contracts/browser';

interface AddressInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
}

export const addressOf = (name: RouteName, { params = {}, query = {} }: AddressInput = {}): string => {
  const path = addresses[name][1].replace(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(params[param] ?? ''),
  );
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
};

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

/** `crypto.randomUUID` is missing on plain http. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
