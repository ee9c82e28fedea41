import { addresses, type RouteName } from '@skyshelf/contracts/browser';

export interface AddressInput {
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
