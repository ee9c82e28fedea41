import * as billing from './billing-routes.js';
import * as reads from './catalog-read-routes.js';
import * as catalog from './catalog-routes.js';
import * as gateway from './gateway-routes.js';
import * as notify from './notify-routes.js';
import * as commands from './command-routes.js';
import type { RouteContract } from './route.js';
import * as storage from './storage-routes.js';

/** Every call of the API by its name. The gateway serves these and nothing else. */
export const routes = {
  listFolder: reads.listFolder,
  searchElements: reads.searchElements,
  listTags: reads.listTags,
  listRecent: reads.listRecent,
  measureFolder: reads.measureFolder,
  lookUpLink: reads.lookUpLink,
  addElement: catalog.addElement,
  editElement: catalog.editElement,
  deleteElements: catalog.deleteElements,
  startUpload: catalog.startUpload,
  admitUploads: catalog.admitUploads,
  pasteElements: commands.pasteElements,
  editPath: commands.editPath,
  editFiles: commands.editFiles,
  addPlaylist: commands.addPlaylist,
  fileExists: commands.fileExists,
  confirmThumbnail: commands.confirmThumbnail,
  countOpening: commands.countOpening,
  tagElements: commands.tagElements,
  renameTag: commands.renameTag,
  removeTag: commands.removeTag,
  listProcesses: commands.listProcesses,
  cancelProcess: commands.cancelProcess,
  usage: catalog.usage,
  changes: catalog.changes,
  sendBytes: storage.sendBytes,
  startParts: storage.startParts,
  sendPart: storage.sendPart,
  completeParts: storage.completeParts,
  abortParts: storage.abortParts,
  readFile: storage.readFile,
  setReadCookie: gateway.setReadCookie,
  userInfo: gateway.userInfo,
  logOut: gateway.logOut,
  logOutEverywhere: gateway.logOutEverywhere,
  liveChanges: gateway.liveChanges,
  signInProviders: gateway.signInProviders,
  reportSpans: gateway.reportSpans,
  readSettings: billing.readSettings,
  changeSettings: billing.changeSettings,
  listPlans: billing.listPlans,
  listUpdates: notify.listUpdates,
} as const satisfies Record<string, RouteContract>;

export const routeTable: readonly RouteContract[] = Object.values(routes);
