import { routeTable, type ErrorCode } from '@skyshelf/contracts';
import type { ProductMode } from '@skyshelf/testing';

/** Codes that no request to a healthy product brings about, and where they are seen. */
const byTrouble: Partial<Record<ErrorCode, string>> = {
  'disk.full': 'the disk of the machine is full: services/storage/src/unnamed-bytes.int.spec.ts',
  'space.held':
    'more than the quota in bytes that no one names: services/storage/src/unnamed-bytes.int.spec.ts',
  'drive.full': '2,000,000 elements: libs/event-store/src/commands/totals.spec.ts',
  'folder.copying':
    'while a large copy runs: services/catalog/src/application/commands/copy-in-chunks.spec.ts',
  'selection.too-large': 'an event of more than 768 KB: services/catalog/testing/shelf-walk.spec.ts',
  'download.too-large':
    'more than 500,000 entries: services/storage/src/application/archive/list-archive.spec.ts',
  'session.unknown': 'the sessions cannot be followed: services/gateway/src/http/session.int.spec.ts',
  'video.too-large':
    'a film of more than 250 MiB, which a Free plan has no room for: services/media/src/application/convert-video.spec.ts',
  'playlist.not-set-up':
    'no key of the source of playlists: services/catalog/src/infrastructure/link-lookup/link-lookup.spec.ts',
  'payment.unverified':
    'the payment provider is silent or talks nonsense: services/billing/src/http/payments.int.spec.ts',
  'notices.too-many': 'a fourth mail in an hour: services/gateway/src/http/notices.int.spec.ts',
  'contact.too-many': 'a fourth message in an hour: services/notify/src/http/contact.int.spec.ts',
  'weather.unknown': 'the provider of the weather is silent: services/notify/src/http/news.int.spec.ts',
  'sign-in.stale': 'ten minutes after a sign-in: services/gateway/src/http/account.int.spec.ts',
  'account.paid-for':
    'a cancelled account whose month has not passed: services/gateway/src/http/cancelled-accounts.int.spec.ts',
  'versions.too-many':
    'a fifty-first version with a name: services/catalog/src/application/commands/versions.spec.ts',
  'share.too-many': 'a link more than 1,000: services/catalog/src/domain/shares.spec.ts',
  'share.traffic-used-up': 'more than a day has: services/gateway/src/http/visits.int.spec.ts',
  'auth.expired': 'a token of two weeks ago: libs/tokens/src/token-verifier.spec.ts',
};

/** The same for one call; in others the code is seen here. */
const byTroubleOfCall: Readonly<Record<string, string>> = {
  'openExtensionSession drive.closed': 'the account is closed in the moment in which the session begins',
  'downloadExtension file.not-found':
    'the page has not been built: services/gateway/src/http/extension.int.spec.ts',
  'receivePayment drive.busy': 'many commands at the same drive, as of all commands',
  'cancelProcess space.exceeded': 'an element of a stopped deletion needs a longer name in a full drive',
  'restoreTrash depth.exceeded': 'into a folder at the 128th level, as of pasteElements',
  'restoreTrash space.exceeded': 'the longer name of a link in a full drive, as of editElement',
  'rewindFolder folder.copying': 'a large command is under way, as of pasteElements',
  'rewindFolder rewind.too-far': 'weeks later: services/catalog/src/application/rewind/moments.spec.ts',
  'listFormerFolder rewind.too-far': 'weeks later, as of rewindFolder',
  'planRewind rewind.too-far': 'weeks later, as of rewindFolder',
  'rewindFolder space.exceeded': 'nothing grows: what is in the way goes to the trash',
  'rewindFolder drive.full': 'nothing grows but for folders that are made again',
  'undo depth.exceeded': 'the folder of before has come to stand too deep, as of pasteElements',
  'undo space.exceeded': 'the longer name of a link in a full drive, as of editElement',
  'importBookmarks depth.exceeded': 'a folder at the 128th level, as of addElement',
  'importBookmarks space.exceeded':
    'bookmarks that need more than is free: services/catalog/src/application/commands/import-bookmarks.spec.ts',
  'importBookmarks file.not-found': 'the bytes of the file are gone: it was deleted while it was read',
  'importBookmarks file.too-large':
    'a file of more than 64 MB: services/catalog/src/application/commands/import-bookmarks.spec.ts',
  'readLiveFilm file.not-found':
    "another's film, or a deleted one, while it is converted: services/media/src/application/live-films.spec.ts",
  'saveShare space.exceeded':
    'a link that shows more than is free: services/catalog/src/application/shares/shares.spec.ts',
  'sendBytes space.exceeded': 'the object store is full',
  'startParts space.exceeded': 'the object store is full',
  'sendPart space.exceeded': 'the object store is full',
  'completeParts space.exceeded': 'the object store is full',
  'renewUpload upload.not-found':
    'catalog has heard of its end: services/catalog/src/application/commands/start-upload.spec.ts',
  'sendBundle space.exceeded': 'the object store is full',
  'sendBundle upload.not-found': 'the bytes took longer than a day, as of sendBytes',
  'sendBytes upload.not-found':
    'the bytes took longer than a day: services/storage/src/unfinished-uploads.int.spec.ts',
};

/** Where the store has addresses of its own, no one sends us parts. */
const isElsewhere = (name: string, mode: ProductMode): boolean => name === 'sendPart' && mode === 'cluster';

/** `call code` of each refusal that the contracts list and that a request can bring about. */
export const provocable = (mode: ProductMode): string[] =>
  routeTable
    .filter(({ name }) => !isElsewhere(name, mode))
    .flatMap(({ name, refuses }) =>
      refuses.filter((code) => !(code in byTrouble)).map((code) => `${name} ${code}`),
    )
    .filter((refusal) => !(refusal in byTroubleOfCall));

/** Tells whether a refusal needs a fault; a request may still have caused one. */
export const needsTrouble = (refusal: string): boolean =>
  refusal in byTroubleOfCall || (refusal.split(' ')[1] ?? '') in byTrouble;
