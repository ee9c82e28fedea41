import { DomainError, limits, type BlobId, type routes } from '@skyshelf/contracts';
import type { AnswerOf, Caller } from '@skyshelf/http';
import { openGrant } from './open-grant.js';
import { partAddress } from './part-address.js';
import { partPlan, partSize } from '../domain/part-plan.js';
import type { PartsUpload } from '../infrastructure/collections.js';
import type { PartsRecords } from '../infrastructure/parts-records.js';
import type { UploadParts } from './receive-bytes.js';
import { storeRefusal } from './store-bytes.js';

type PartsState = AnswerOf<typeof routes.startParts>;
type OpenUpload = PartsUpload & { multipartId: string };

/** Opens an upload in parts, or says what of it has arrived, with fresh addresses for the rest. */
export class StartParts {
  constructor(
    private readonly parts: UploadParts,
    private readonly uploads: PartsRecords,
  ) {}

  /** @throws DomainError `upload.bad-grant`, `upload.not-found` (finished, given up or expired) */
  async run(caller: Caller, signed: string): Promise<PartsState> {
    const { signer, clock, ids } = this.parts;
    const grant = openGrant(signer, signed, caller, clock.now());
    const upload = await this.opened(await this.uploads.open(grant, ids.next() as BlobId, clock.now()));
    const received = await this.received(upload);
    const { partBytes, partCount } = partPlan(grant.size);
    const here = new Set(received.map(({ partNumber }) => partNumber));
    const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter(
      (number) => !here.has(number),
    );
    const urls = await Promise.all(
      missing.map(async (partNumber) => ({ partNumber, url: await this.address(upload, partNumber) })),
    );
    return { uploadId: grant.uploadId, partBytes, partCount, received, urls };
  }

  /** Records first, then opens it in the store: what a crash leaves between the two has no parts and is swept. */
  private async opened(upload: PartsUpload): Promise<OpenUpload> {
    if (upload.state === 'aborted' || upload.state === 'done') throw new DomainError('upload.not-found');
    if (upload.multipartId) return { ...upload, multipartId: upload.multipartId };
    const { objects } = this.parts;
    const mine = await objects.createMultipart(upload.blobId);
    const multipartId = await this.uploads.setMultipart(upload._id, mine);
    if (multipartId !== mine) await objects.abortMultipart(upload.blobId, mine);
    if (multipartId === null) throw new DomainError('upload.not-found');
    return { ...upload, multipartId };
  }

  private async received({ blobId, multipartId, grant }: OpenUpload): Promise<PartsState['received']> {
    try {
      const parts = await this.parts.objects.listParts(blobId, multipartId);
      return parts.filter((part) => part.size === partSize(grant.size, part.partNumber));
    } catch (error) {
      throw storeRefusal(error);
    }
  }

  /** Of the store itself, where it has addresses of its own, else of ours. Each takes a part of just its length. */
  private async address(
    { _id, blobId, multipartId, grant }: OpenUpload,
    partNumber: number,
  ): Promise<string> {
    const { objects, signer, clock } = this.parts;
    const size = partSize(grant.size, partNumber) ?? undefined;
    const direct = await objects.presignPart(blobId, multipartId, partNumber, limits.partUrlMs, size);
    if (direct !== null) return direct;
    return partAddress(signer, {
      uploadId: _id,
      partNumber,
      expires: clock.now().getTime() + limits.partUrlMs,
    });
  }
}
