import type { RouteAddress, RouteName } from '@skyshelf/contracts/browser';

/**
 * Method and path of every call that the page makes. The compiler compares each with its contract, so that the contracts
 * themselves, and the schema library with them, stay out of the page.
 */
export const addresses = {
  listFolder: ['POST', '/api/'],
  addElement: ['POST', '/api/add/'],
  editElement: ['POST', '/api/edit/'],
  deleteElements: ['DELETE', '/api/delete/'],
  startUpload: ['POST', '/api/upload/start'],
  sendBytes: ['PUT', '/api/upload/bytes'],
  startParts: ['POST', '/api/upload/parts'],
  completeParts: ['POST', '/api/upload/parts/:uploadId/complete'],
  abortParts: ['DELETE', '/api/upload/parts/:uploadId'],
  admitUploads: ['POST', '/api/upload/file/'],
  changes: ['GET', '/api/changes'],
  liveChanges: ['GET', '/api/changes/live'],
  usage: ['POST', '/api/account/usage/'],
  readSettings: ['GET', '/api/account/options/'],
  changeSettings: ['POST', '/api/account/options/'],
  userInfo: ['GET', '/api/userinfo'],
  setReadCookie: ['POST', '/api/token/'],
  logOut: ['POST', '/api/logout/'],
  signInProviders: ['GET', '/api/auth/providers'],
  reportSpans: ['POST', '/api/trace'],
} as const satisfies { [Name in RouteName]?: RouteAddress<Name> };

/** The calls that the page makes. */
export type CallName = keyof typeof addresses;

export interface AddressInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
}

/** The address of a call on our own origin, with its path parameters and its query filled in. */
export const addressOf = (name: CallName, { params = {}, query = {} }: AddressInput = {}): string => {
  const path = addresses[name][1].replace(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(params[param] ?? ''),
  );
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
};
