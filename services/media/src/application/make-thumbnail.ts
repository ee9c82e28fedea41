import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { blobId, derivatives, DomainError, type BlobId, type DerivativeMade } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import { isObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import { z } from 'zod';
import type { Job } from '../domain/job.js';
import type { MadeFile } from '../domain/made-file.js';
import { JobRefusal, reasons } from '../domain/refusal.js';
import { renderThumbnail } from '../infrastructure/render-thumbnail.js';

/** What storage says of a blob. */
const described = z.object({ key: z.string(), size: z.number(), wanted: z.boolean() });
const stored = z.object({ blobId });

export type MadeThumbnail = Pick<
  DerivativeMade,
  'blobId' | 'bytes' | 'width' | 'height' | 'sourceDimensions'
>;

/** Up to here a source is held in memory; larger ones lie in a temporary file meanwhile. */
const IN_MEMORY_BYTES = 16 * 1024 * 1024;

/** Makes the thumbnail of an image and gives it to storage. */
export class MakeThumbnail {
  constructor(
    private readonly peers: Peers,
    private readonly objects: ObjectStore,
    private readonly maxSourceBytes: number,
  ) {}

  /**
   * Answers null when nobody wants it any more.
   * @throws JobRefusal when the file is the trouble; DomainError `service.unavailable` and the like when the surroundings are
   */
  async run({ _id, blobId: source }: Job): Promise<MadeThumbnail | null> {
    try {
      const blob = described.parse(await this.peers.json('storage', `/internal/blobs/${source}`));
      if (!blob.wanted) return null;
      if (blob.size > this.maxSourceBytes) throw new JobRefusal(reasons.tooLarge);
      const { bytes, ...found } = await this.render(blob);
      return { ...found, blobId: await this.store(source, _id, bytes), bytes: bytes.length };
    } catch (error) {
      // Removed meanwhile: by storage's word, or its bytes are gone already.
      if (error instanceof DomainError && error.code === 'file.not-found') return null;
      if (isObjectStoreError(error, 'not-found')) return null;
      throw error;
    }
  }

  private async render({ key, size }: z.infer<typeof described>): Promise<MadeFile> {
    const { body } = await this.objects.get(key);
    if (size <= IN_MEMORY_BYTES) return renderThumbnail(await buffer(body));
    const folder = await mkdtemp(join(tmpdir(), 'skyshelf-media-'));
    try {
      const file = join(folder, 'source');
      await pipeline(body, createWriteStream(file, { mode: 0o600 }));
      return await renderThumbnail(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Storage keeps it as a child of its source, once for each job, and only while the source is wanted. */
  private async store(source: BlobId, jobId: string, bytes: Buffer): Promise<BlobId> {
    const query = new URLSearchParams({ source, kind: 'thumbnail', jobId });
    const headers = {
      'content-type': derivatives.thumbnail.mediaType,
      'content-length': String(bytes.length),
    };
    const answer = await this.peers.bytes('storage', `/internal/blobs/derived?${query}`, {
      method: 'POST',
      body: bytes,
      headers,
    });
    return stored.parse(await json(answer.body)).blobId;
  }
}
