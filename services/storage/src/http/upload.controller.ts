import type { Readable } from 'node:stream';
import { Controller, Headers, Inject } from '@nestjs/common';
import {
  DomainError,
  routes,
  type AdmittedUploads,
  type FinishedUpload,
  type OpId,
} from '@skyshelf/contracts';
import { ByteStream, CurrentUser, OperationId, Route } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { traceparentOf } from '@skyshelf/telemetry';
import { ByteSource } from '../application/byte-source.js';
import { receiveBundle } from '../application/receive-bundle.js';
import { receiveBytes } from '../application/receive-bytes.js';
import type { Storage } from '../application/storage.js';
import { STORAGE } from '../storage.runtime.js';
import { announcedBytes, announcedSha256, readBundleHead } from './body-heads.js';

@Controller()
export class UploadController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Route(routes.sendBytes)
  sendBytes(
    @CurrentUser() caller: Caller,
    @Headers('upload-grant') grant: string | undefined,
    @Headers('content-length') length: string | undefined,
    @Headers('content-digest') digest: string | undefined,
    @ByteStream() body: Readable,
  ): Promise<FinishedUpload> {
    if (!grant) throw new DomainError('upload.bad-grant', { field: 'Upload-Grant' });
    return receiveBytes(this.storage, caller, {
      grant,
      body,
      announced: announcedBytes(length),
      sha256: announcedSha256(digest),
      trace: traceparentOf(),
    });
  }

  @Route(routes.sendBundle)
  sendBundle(
    @CurrentUser() caller: Caller,
    @OperationId() opId: OpId,
    @Headers('content-length') length: string | undefined,
    @ByteStream() body: Readable,
  ): Promise<AdmittedUploads> {
    return new ByteSource(body).through(async (bytes) => {
      const request = await readBundleHead(bytes, announcedBytes(length));
      return receiveBundle(this.storage, caller, { opId, request, bytes });
    });
  }
}
