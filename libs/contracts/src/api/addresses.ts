import type { routes } from './routes.js';

type Routes = typeof routes;
export type RouteName = keyof Routes;
/** Method and path of a call, as its contract has them. */
export type RouteAddress<Name extends RouteName> = readonly [Routes[Name]['method'], Routes[Name]['path']];

/**
 * Method and path of every call, for clients that can't carry the contracts and their schema library: the page. The
 * compiler compares each row with its contract and misses none.
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
  logOutEverywhere: ['POST', '/api/logout/everywhere/'],
};
