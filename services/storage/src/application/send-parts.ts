import type { Readable } from 'node:stream';
import {
  DomainError,
  limits,
  type BlobId,
  type routes,
  type UploadGrant,
  type UploadId,
} from '@skyshelf/contracts';
import type { AnswerOf } from '@skyshelf/http';
import type { Caller, StatementSigner } from '@skyshelf/tokens';
import { isObjectStoreError } from '@skyshelf/object-store';
import { openGrant, shownTo, unnamedLimitOf } from './receive-bytes.js';
import {
  decideStart,
  isJoined,
  joinedParts,
  missingParts,
  partPlan,
  partSize,
  receivedParts,
  type MultipartUpload,
  type NamedParts,
  type SentPart,
} from '../domain/multipart-upload.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';
import { checkedBody } from './observed-body.js';

type PartsState = AnswerOf<typeof routes.startParts>;
type OpenUpload = MultipartUpload & { multipartId: string };

/**
 * Starts the upload, or lists what has arrived with new addresses for the rest.
 * @throws DomainError `upload.bad-grant`, `upload.not-found` (finished, given up or expired), `space.held`,
 * `disk.full`
 */
export async function startParts(
  storage: Storage,
  caller: Caller,
  signed: string,
  confirmed: NamedParts = [],
): Promise<PartsState> {
  const grant = openGrant(storage.signer, signed, caller, storage.clock.now());
  return shownTo(grant, () => openParts(storage, grant, confirmed));
}

async function openParts(storage: Storage, grant: UploadGrant, confirmed: NamedParts): Promise<PartsState> {
  const { clock, ids, disk } = storage;
  await disk.require();
  const known = await storage.uploads.open(
    grant,
    ids.next() as BlobId,
    clock.now(),
    unnamedLimitOf(storage, grant),
  );
  const { upload, parts } = await listed(storage, await opened(storage, known));
  const received = parts ? await receivedOf(storage, upload, parts, confirmed) : joinedParts(grant.size);
  const { partBytes, partCount } = partPlan(grant.size);
  const urls = await Promise.all(
    missingParts(grant.size, received).map(async (partNumber) => ({
      partNumber,
      url: await address(storage, upload, partNumber),
    })),
  );
  return { uploadId: grant.uploadId, partBytes, partCount, received, urls };
}

/**
 * Recorded first, so that a crash leaves nothing unknown.
 * @param lost the store's name for it that the store does not know any more
 */
async function opened(
  storage: Storage,
  upload: MultipartUpload,
  lost: string | null = null,
): Promise<OpenUpload> {
  const decision = decideStart(upload, lost);
  if (decision.do === 'refuse') throw new DomainError('upload.not-found');
  if (decision.do === 'continue') return { ...upload, multipartId: decision.multipartId };
  const { objects } = storage;
  const mine = await refusing(() => objects.createMultipart(upload.blobId));
  const multipartId = await storage.uploads.setMultipart(upload._id, mine, lost);
  // else the sweeper does
  if (multipartId !== mine) await objects.abortMultipart(upload.blobId, mine).catch(() => {});
  if (multipartId === null) throw new DomainError(lost ? 'service.unavailable' : 'upload.not-found');
  return { ...upload, multipartId };
}

interface Listed {
  upload: OpenUpload;
  /** Null: joined already, only that is not recorded. */
  parts: readonly SentPart[] | null;
}

async function listed(storage: Storage, upload: OpenUpload): Promise<Listed> {
  const { objects } = storage;
  const { blobId, multipartId, grant } = upload;
  try {
    return { upload, parts: await objects.listParts(blobId, multipartId) };
  } catch (error) {
    if (!isObjectStoreError(error, 'not-found')) throw storeRefusal(error);
  }
  const object = await refusing(() => objects.head(blobId));
  if (isJoined(grant.size, object)) return { upload, parts: null };
  return { upload: await opened(storage, upload, multipartId), parts: [] };
}

async function receivedOf(
  { objects }: Storage,
  { blobId, multipartId, grant }: OpenUpload,
  parts: readonly SentPart[],
  confirmed: NamedParts,
): Promise<PartsState['received']> {
  const isDirect = (await objects.presignPart(blobId, multipartId, 1, limits.partUrlMs)) !== null;
  return receivedParts(grant.size, parts, isDirect ? confirmed : null);
}

async function address(
  storage: Storage,
  { _id, blobId, multipartId, grant }: OpenUpload,
  partNumber: number,
): Promise<string> {
  const { objects, signer, clock } = storage;
  const size = partSize(grant.size, partNumber) ?? undefined;
  const direct = await objects.presignPart(blobId, multipartId, partNumber, limits.partUrlMs, size);
  if (direct !== null) return direct;
  return partAddress(signer, {
    uploadId: _id,
    partNumber,
    expires: clock.now().getTime() + limits.partUrlMs,
  });
}

async function refusing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw storeRefusal(error);
  }
}

interface PartRequest {
  uploadId: UploadId;
  partNumber: number;
  expires: number;
  signature: string;
  body: Readable;
  announced: number | null;
  sha256: string | null;
}

/**
 * Serves object stores without presigned addresses.
 * @throws DomainError `upload.bad-grant`, `upload.not-found`, `upload.incomplete`, `space.exceeded`,
 * `disk.full`
 */
export async function sendPart(
  { uploads, signer, clock, objects, disk }: Storage,
  { uploadId, partNumber, expires, signature, body, announced, sha256 }: PartRequest,
): Promise<{ etag: string }> {
  checkPartAddress(signer, { uploadId, partNumber, expires }, signature, clock.now());
  const upload = await uploads.get(uploadId);
  const size = upload ? partSize(upload.grant.size, partNumber) : null;
  if (!upload?.multipartId || upload.state !== 'open' || size === null)
    throw new DomainError('upload.not-found');
  if (announced !== null && announced !== size) throw new DomainError('upload.incomplete');
  const { blobId, multipartId } = upload;
  return shownTo(upload.grant, async () => {
    await disk.require();
    try {
      const { etag } = await objects.putPart(
        blobId,
        multipartId,
        partNumber,
        checkedBody(body, size, sha256),
        size,
      );
      return { etag };
    } catch (error) {
      if (isObjectStoreError(error, 'not-found')) throw new DomainError('upload.not-found', { cause: error });
      throw storeRefusal(error);
    }
  });
}

/** `expires`: milliseconds since the epoch. */
interface SignedPart {
  uploadId: UploadId;
  partNumber: number;
  expires: number;
}

const statementOf = ({ uploadId, partNumber, expires }: SignedPart) => ({
  kind: 'part-address',
  uploadId,
  partNumber,
  expires,
});

const signatureOf = (signer: StatementSigner, part: SignedPart): string =>
  signer.sign(statementOf(part)).split('.')[1] ?? '';

function partAddress(signer: StatementSigner, part: SignedPart): string {
  const { uploadId, partNumber, expires } = part;
  return `/api/upload/parts/${uploadId}/${partNumber}?expires=${expires}&signature=${signatureOf(signer, part)}`;
}

/** @throws DomainError `upload.bad-grant`: not our signature, or expired */
function checkPartAddress(signer: StatementSigner, part: SignedPart, signature: string, now: Date): void {
  const body = Buffer.from(JSON.stringify(statementOf(part))).toString('base64url');
  if (part.expires <= now.getTime() || signer.open(`${body}.${signature}`) === null)
    throw new DomainError('upload.bad-grant');
}
