import {
  uploadGrant,
  type AccessScope,
  type BlobId,
  type CatalogEvent,
  type OpId,
  type UploadGrant,
} from '@skyshelf/contracts';
import { createSealer } from '@skyshelf/tokens';
import { testDrive } from './catalog-subject.js';
import { aFolder } from './facts.js';
import type { Reservation } from '#src/domain/drive-room.js';
import { presentElements } from '#src/application/element-view.js';
import { listShares } from '#src/application/shares/read-shares.js';
import { replayShares, wrongShares } from '#src/application/shares/replay-shares.js';
import type { ShareDeps, StoredShare } from '#src/application/shares/share-deps.js';
import { editShare, makeShare, stopShare, type ShareRequest } from '#src/application/shares/write-shares.js';
import { admitDrop, admitDrops } from '#src/application/drops/admit-drop.js';
import { senderOf, startDrop, type FileToDrop, type Sender } from '#src/application/drops/start-drop.js';

const counts: ShareDeps['counts'] = {
  of: async () => new Map(),
  add: async () => true,
  takeBack: async () => {},
  send: async () => 0,
  forget: async () => {},
};

export const aPhoto = (name = 'photo.png', rest: Partial<FileToDrop> = {}): FileToDrop => ({
  name,
  size: 1000,
  type: 'image/png',
  path: [],
  ...rest,
});

/** A folder that receives. */
export async function inbox(receives: ShareRequest['receives'] = {}, ...facts: CatalogEvent[]) {
  const drive = testDrive({ trashDays: 30 });
  await drive.given(aFolder('in'), ...facts);
  const { catalog, account, opId, clock } = drive;
  const sealer = createSealer(() => ['a key of this installation, long enough'], 'addresses');
  const directory = { find: async () => null, all: async () => [] };
  const deps: ShareDeps = { catalog, sealer, directory, counts, endGeneration: async () => {} };
  const link = await makeShare(deps, account, opId(), { ids: ['in'], receives });
  const sender = (visitor = 'eve', more: Partial<AccessScope> = {}): Sender =>
    senderOf({
      drive: account.drive,
      scope: { kind: 'drop', rights: ['add'], id: link, generation: 0, visitor, ...more },
    });
  const start = (files: FileToDrop[], by = sender(), rest: { sender?: string; key?: string } = {}) =>
    startDrop(catalog, by, (rest.key ?? opId()) as OpId, { sending: 'one', files, sender: rest.sender });
  let blobs = 0;
  const bytesOf = (grant: string, rest: object = {}) => {
    const { drop, ...granted } = uploadGrant.parse(catalog.signer.open(grant)) as UploadGrant &
      Required<Pick<UploadGrant, 'drop'>>;
    const blobId = `blob-${(blobs += 1)}` as BlobId;
    return { ...granted, drop, blobId, width: 1, height: 1, ...rest };
  };
  const receiptOf = (grant: string, rest: object = {}) => {
    const { quota: _, user: __, started: ___, modified: ____, ...bytes } = bytesOf(grant, rest);
    return catalog.signer.seal({ ...bytes, kind: 'upload-receipt', sha256: null });
  };
  const origin = { actor: 'visitor', trace: null };
  return {
    drive,
    deps,
    link,
    sender,
    start,
    receiptOf,
    admit: (grant: string, by = sender(), rest: object = {}) =>
      admitDrops(catalog, by, [receiptOf(grant, rest)]),
    /** Storage says that the bytes have come. */
    arrive: (grant: string): Promise<{ outcome: string }> =>
      admitDrop(catalog, account.drive, bytesOf(grant), origin),
    send: async (file: FileToDrop, by = sender(), rest: { sender?: string } = {}) => {
      const { docs } = await start([file], by, rest);
      return admitDrops(
        catalog,
        by,
        docs.map(({ grant }) => receiptOf(grant)),
      );
    },
    paths: async () => {
      const ids = (await drive.events()).flatMap((event) =>
        event.type === 'catalog.files.uploaded' ? event.files.map(({ id }) => id) : [],
      );
      const shown = await presentElements(await catalog.store.reader(account.drive), ids, account.sub);
      return shown.map(({ path, linkname }) => `${path}${linkname}`);
    },
    edit: (change: object) => editShare(deps, account, opId(), { id: link, ...change }),
    stop: () => stopShare(deps, account, opId(), link),
    taken: async () => {
      const reader = await catalog.store.reader(account.drive);
      const coming = await reader.side<Reservation>('reservations').find({});
      const to = (await listShares(deps, account)).find(({ id }) => id === link)?.receives;
      return { coming: coming.length, reserved: reader.state().reserved, files: to?.files, bytes: to?.bytes };
    },
    problems: async () => {
      const kept = (await catalog.store.reader(account.drive)).side<StoredShare>('shares');
      return wrongShares(await kept.find({}), await replayShares(catalog.store, account.drive));
    },
    later: (ms: number) => clock.advance(ms),
  };
}
