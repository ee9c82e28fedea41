import { createHash } from 'node:crypto';
import {
  DomainError,
  limits,
  uploadIdOf,
  type AccessScope,
  type ElementId,
  type OpId,
  type ShareState,
  type UploadGrant,
  type UploadId,
  type Warning,
} from '@skyshelf/contracts';
import { tagsOf } from '@skyshelf/contracts/rules';
import { traceparentOf } from '@skyshelf/telemetry';
import { quotaOf, type Reservation } from '../../domain/drive-room.js';
import { decideStartDrop, folderNames, type StartDropSlice, type StartedDrops } from '../../domain/drops.js';
import { nothingReceived, stateOf } from '../../domain/shares.js';
import { isSentInParts, type PlannedUpload } from '../../domain/start-upload.js';
import { reserve, type Account, type Catalog, type CatalogCommand } from '../catalog.js';
import { planUploads } from '../commands/start-upload.js';
import type { StoredShare } from '../shares/share-deps.js';
import { readFolder, type Reader } from '../slices/read-folder.js';

export interface FileToDrop {
  name: string;
  size: number;
  type: string;
  modified?: number | undefined;
  path: readonly string[];
}

export interface StartDropInput {
  sending: string;
  sender?: string | undefined;
  files: readonly FileToDrop[];
}

export interface StartDropAnswer {
  docs: { index: number; uploadId: string; name: string; grant: string; how: 'single' | 'parts' }[];
  warnings: Warning[];
  expires: number;
}

/** Complete bytes are handed over though the news comes late. */
const admissionMs = 3600_000;

/** It stands for all senders: the stream has no more of them than the name that they gave. */
export const SENDER = 'visitor';

/** A visitor of a link that receives. */
export interface Sender extends Pick<Account, 'drive'> {
  scope: AccessScope & { visitor: string };
}

/** @throws DomainError `access.denied` for anyone else */
export function senderOf({
  drive,
  scope,
}: {
  drive: Account['drive'];
  scope?: AccessScope | undefined;
}): Sender {
  const visitor = scope?.visitor;
  if (scope?.kind !== 'drop' || visitor === undefined) throw new DomainError('access.denied');
  return { drive, scope: { ...scope, visitor } };
}

type Slice = StartDropSlice & { share: ShareState; root: ElementId };

/**
 * All of it is reserved, so that limits and room hold over all replicas. The same opId gets the same uploads.
 * @throws DomainError `share.not-found`, `name.required`, `drive.busy` while the folder is a copy under way
 */
export async function startDrop(
  catalog: Catalog,
  sender: Sender,
  opId: OpId,
  input: StartDropInput,
): Promise<StartDropAnswer> {
  const { scope, drive } = sender;
  const { id: link, visitor, generation } = scope;
  const asked = createHash('sha256').update(opId).digest('base64url');
  const files = input.files.map((file) => ({ ...file, source: 'device' }));
  const planned = planUploads(catalog, files, (file, index) => uploadIdFor(sender, asked, index, file));
  const { folderId, quota, tags, expires, granted, warnings } = await catalog.store.withDrive(
    drive,
    // A sender's keys are no one else's.
    `drop:${link}:${visitor}:${asked}` as OpId,
    starting(sender, input, planned, catalog.clock.now()),
    { actor: SENDER, trace: traceparentOf() },
  );
  const dropOf = (index: number) => ({
    link,
    generation,
    visitor,
    sending: input.sending,
    path: folderNames(input.files[index]?.path ?? []),
    tags,
  });
  const docs = granted.map((file) => {
    const by = { drive, folderId, quota, expires };
    const grant = catalog.signer.seal({ ...grantOf(file), ...by, drop: dropOf(file.index) });
    const how = isSentInParts(file) ? ('parts' as const) : ('single' as const);
    return { index: file.index, uploadId: file.uploadId, name: file.name, grant, how };
  });
  return { docs, warnings, expires };
}

const starting = (
  sender: Sender,
  input: StartDropInput,
  planned: PlannedUpload[],
  now: Date,
): CatalogCommand<Slice, StartedDrops & ReturnType<typeof keptOf>> => ({
  name: 'start-drop',
  payload: { files: planned.map(({ uploadId }) => uploadId), sending: input.sending },
  read: (reader) => readDrop(reader, sender, now),
  decide: (slice) => {
    const { id: link, visitor } = sender.scope;
    const tags = tagsFor(slice.share, input.sender);
    const expires = new Date(endOf(slice.share, now).getTime() + admissionMs);
    const started = decideStartDrop(planned, slice, { link, visitor, expires });
    return { event: null, answer: { ...started, ...keptOf(slice, tags, now) } };
  },
  alongside: async (side, { answer: { reservations } }) => {
    for (const reservation of reservations) {
      await reserve(side, reservation.bytes);
      await side.put<Reservation>('reservations', reservation);
    }
  },
});

const grantOf = ({ uploadId, name, size, contentType, source, modified }: PlannedUpload) =>
  ({
    kind: 'upload-grant',
    user: SENDER,
    uploadId,
    name,
    size,
    contentType,
    source,
    ...(modified !== undefined && { modified }),
    conflict: 'number',
  }) satisfies Partial<UploadGrant>;

function uploadIdFor({ drive, scope }: Sender, asked: string, index: number, file: object): UploadId {
  const intention = JSON.stringify([drive, scope.id, scope.visitor, asked, index, file]);
  const { modified } = file as FileToDrop;
  return uploadIdOf(createHash('sha256').update(intention).digest('base64url'), modified);
}

const endOf = ({ expires }: ShareState, now: Date): Date =>
  new Date(Math.min(now.getTime() + limits.visitMs, expires === null ? Infinity : Date.parse(expires)));

const keptOf = ({ share, root, room }: Slice, tags: string[], now: Date) => ({
  folderId: root,
  quota: quotaOf(room),
  tags,
  expires: endOf(share, now).getTime(),
});

function tagsFor({ receives }: ShareState, sender: string | undefined): string[] {
  if (!receives?.askName) return [];
  const tags = tagsOf([sender ?? '']);
  if (tags.length === 0) throw new DomainError('name.required', { field: 'sender' });
  return tags;
}

async function readDrop(reader: Reader, { scope: { id, generation } }: Sender, now: Date): Promise<Slice> {
  const kept = await reader.side<StoredShare>('shares').get(id);
  const receives = kept?.share.receives;
  const [root] = kept?.share.roots ?? [];
  if (!kept || !receives || !root || !isOpen(kept.share, generation, now))
    throw new DomainError('share.not-found');
  const { chain } = await readFolder(reader, { url: '/', folderId: root });
  if (!chain) throw new DomainError('share.not-found');
  if (chain.some(({ copying }) => copying)) throw new DomainError('drive.busy');
  const room = reader.state();
  const all = room.reserved === 0 ? [] : await reader.side<Reservation>('reservations').find({ link: id });
  const coming = all.filter(({ expires }) => expires > now);
  return { share: kept.share, root, receives, received: kept.received ?? nothingReceived, coming, room };
}

const isOpen = (share: ShareState, generation: number, now: Date): boolean =>
  share.generation === generation && stateOf(share, now) === 'open';
