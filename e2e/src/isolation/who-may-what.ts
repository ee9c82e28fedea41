import { rights, type Right, type routes, type ScopeKind } from '@skyshelf/contracts';

/**
 * `all`: everyone, whatever token they send · `guests`: everyone, but a token that is sent must be good ·
 * `users`: who is signed in · `admins`: those among them whom the operator has named · `address`: who has the
 * signed address.
 */
export type Audience = 'all' | 'guests' | 'users' | 'admins' | 'address';

/** The audience of each call, written down here once more, so that no slip in a contract opens one. */
export const whoMayWhat: Record<keyof typeof routes, Audience> = {
  ...of('all', ['keepAccount', 'listUpdates', 'logOut', 'readInstallation', 'setReadCookie', 'showAd']),
  ...of('all', [
    'downloadExtension',
    'downloadLauncher',
    'newCaptcha',
    'openExtensionSession',
    'confirmNotices',
    'stopNotices',
    'receivePayment',
    'showSearch',
    'signInProviders',
  ]),
  ...of('all', ['openShare', 'readShare', 'shareFeed']),
  ...of('guests', ['listFolder', 'listPlans', 'sendMail']),
  ...of('address', ['sendPart']),
  ...of('admins', ['deleteCancelled', 'insertUpdate', 'listCancelled', 'showAccountData']),
  ...of('users', ['exportBookmarks', 'importBookmarks', 'importedBookmarks', 'refusedBookmarks']),
  ...of('users', [
    'abortParts',
    'addElement',
    'addPlaylist',
    'admitUploads',
    'cancelProcess',
    'changeSettings',
  ]),
  ...of('users', ['changes', 'closeAccount', 'completeParts', 'confirmThumbnail', 'connectExtension']),
  ...of('users', [
    'convertDocument',
    'convertVideo',
    'countOpening',
    'deleteElements',
    'download',
    'editElement',
    'editFiles',
  ]),
  ...of('users', ['editPath', 'endSession', 'fileExists', 'listJobs', 'listProcesses', 'listRecent']),
  ...of('users', [
    'listSessions',
    'listSources',
    'listSubscriptions',
    'listTags',
    'listUploads',
    'liveChanges',
    'logOutEverywhere',
  ]),
  ...of('users', [
    'lookUpLink',
    'measureFolder',
    'pasteElements',
    'prioritizeJobs',
    'readFile',
    'readLiveFilm',
  ]),
  ...of('users', ['beginTakeout', 'cancelTakeout', 'downloadTakeout', 'readTakeout']),
  ...of('users', [
    'listNews',
    'showNewsPicture',
    'readNotices',
    'readWeather',
    'removeNotices',
    'setNotices',
  ]),
  ...of('users', [
    'readPortrait',
    'readSettings',
    'recordPlayed',
    'retryJobs',
    'removeTag',
    'renameTag',
    'renewUpload',
    'reportSpans',
  ]),
  ...of('users', ['searchElements', 'sendBundle', 'sendBytes', 'showPicture', 'startImport', 'startParts']),
  ...of('users', ['startUpload', 'tagElements', 'undo', 'usage', 'userInfo']),
  ...of('users', ['admitDrops', 'cancelDrops', 'readDrops', 'startDrop']),
  ...of('users', ['changeShare', 'createShare', 'endShare', 'listShares', 'saveShare']),
  ...of('users', ['listTrash', 'purgeTrash', 'restoreTrash', 'setTrashDays']),
  ...of('users', ['dropVersions', 'keepVersion', 'listVersions', 'restoreVersion']),
  ...of('users', ['listFormerFolder', 'listMoments', 'planRewind', 'rewindFolder']),
};

function of<const Name extends string>(
  audience: Audience,
  names: readonly Name[],
): { [N in Name]: Audience } {
  return Object.fromEntries(names.map((name) => [name, audience])) as { [N in Name]: Audience };
}

/** Of the calls that take a token, those that open to a scope with the right; without one, to any of its kind. */
const scopesMay: Readonly<Record<ScopeKind, Partial<Record<keyof typeof routes, Right | 'any'>>>> = {
  extension: { addElement: 'add', listFolder: 'list', listTags: 'list', userInfo: 'any' },
  share: {
    listFolder: 'list',
    searchElements: 'list',
    measureFolder: 'list',
    readFile: 'view',
    showPicture: 'view',
    convertDocument: 'view',
    convertVideo: 'view',
    readLiveFilm: 'view',
    download: 'download',
  },
  drop: {
    startDrop: 'add',
    admitDrops: 'add',
    cancelDrops: 'add',
    readDrops: 'add',
    sendBytes: 'add',
    startParts: 'add',
    completeParts: 'add',
    abortParts: 'add',
  },
};

/** The scopes that callers have, with their rights. */
export const scopes = {
  extension: ['extension', ['list', 'add']],
  share: ['share', ['list', 'view', 'download']],
  'share without download': ['share', ['list', 'view']],
  'share without rights': ['share', []],
  'share of all rights': ['share', rights],
  drop: ['drop', rights],
} as const satisfies Record<string, readonly [ScopeKind, readonly Right[]]>;

export const callers = [
  ...(['visitor', 'user', 'admin', 'ended session', 'closing account', 'ended share', 'ended drop'] as const),
  ...(Object.keys(scopes) as (keyof typeof scopes)[]),
];
export type CallerKind = (typeof callers)[number];

/** Gives the answer to such a caller's nonsense: access is checked before the input. */
export function answerTo(
  caller: CallerKind,
  name: keyof typeof routes,
): 'let in' | 'auth.required' | 'auth.revoked' | 'access.denied' {
  const audience = whoMayWhat[name];
  if (audience === 'all' || audience === 'address') return 'let in';
  if (caller.startsWith('ended ') || caller === 'closing account') return 'auth.revoked';
  if (isScope(caller)) return isOpen(name, scopes[caller]) ? 'let in' : 'access.denied';
  if (audience === 'guests') return 'let in';
  if (caller === 'visitor') return 'auth.required';
  return audience === 'admins' && caller === 'user' ? 'access.denied' : 'let in';
}

const isScope = (caller: CallerKind): caller is keyof typeof scopes => caller in scopes;

function isOpen(name: keyof typeof routes, [kind, given]: readonly [ScopeKind, readonly Right[]]): boolean {
  const needed = scopesMay[kind][name];
  return needed === 'any' || (needed !== undefined && given.includes(needed));
}
