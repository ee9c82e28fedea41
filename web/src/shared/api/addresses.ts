import type { RouteAddress, RouteName } from '@skyshelf/contracts/browser';

/**
 * Method and path of every call. The compiler compares each with its contract and misses none, so that the contracts
 * themselves, and the schema library with them, stay out of the page.
 */
export const addresses: { readonly [Name in RouteName]: RouteAddress<Name> } = {
  listFolder: ['POST', '/api/'],
  searchElements: ['POST', '/api/search/'],
  listTags: ['GET', '/api/tags'],
  listRecent: ['GET', '/api/recent'],
  measureFolder: ['POST', '/api/folder/size'],
  lookUpLink: ['POST', '/api/link/lookup'],
  addElement: ['POST', '/api/add/'],
  editElement: ['POST', '/api/edit/'],
  deleteElements: ['DELETE', '/api/delete/'],
  startUpload: ['POST', '/api/upload/start'],
  admitUploads: ['POST', '/api/upload/file/'],
  pasteElements: ['POST', '/api/paste/'],
  editPath: ['POST', '/api/edit/path/'],
  editFiles: ['POST', '/api/edit/file'],
  addPlaylist: ['POST', '/api/addplaylist/'],
  confirmThumbnail: ['POST', '/api/confirm'],
  tagElements: ['POST', '/api/tags/elements'],
  renameTag: ['POST', '/api/tags/rename'],
  removeTag: ['POST', '/api/tags/remove'],
  cancelProcess: ['POST', '/api/processes/cancel'],
  usage: ['POST', '/api/account/usage/'],
  changes: ['GET', '/api/changes'],
  sendBytes: ['PUT', '/api/upload/bytes'],
  startParts: ['POST', '/api/upload/parts'],
  sendPart: ['PUT', '/api/upload/parts/:uploadId/:partNumber'],
  completeParts: ['POST', '/api/upload/parts/:uploadId/complete'],
  abortParts: ['DELETE', '/api/upload/parts/:uploadId'],
  readFile: ['GET', '/files/Cloud/:blobId/:name'],
  setReadCookie: ['POST', '/api/token/'],
  userInfo: ['GET', '/api/userinfo'],
  logOut: ['POST', '/api/logout/'],
  liveChanges: ['GET', '/api/changes/live'],
  signInProviders: ['GET', '/api/auth/providers'],
  reportSpans: ['POST', '/api/trace'],
  readSettings: ['GET', '/api/account/options/'],
  changeSettings: ['POST', '/api/account/options/'],
  listPlans: ['POST', '/api/account/plans'],
  listUpdates: ['POST', '/api/news/updates'],
  fileExists: ['POST', '/api/exist/'],
  countOpening: ['POST', '/api/open'],
  listProcesses: ['GET', '/api/processes'],
};

export interface AddressInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
}

/** The address of a call on our own origin, with its path parameters and its query filled in. */
export const addressOf = (name: RouteName, { params = {}, query = {} }: AddressInput = {}): string => {
  const path = addresses[name][1].replace(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(params[param] ?? ''),
  );
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
};
