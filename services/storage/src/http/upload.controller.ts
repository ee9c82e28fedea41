import type { Readable } from 'node:stream';
import { Controller, Headers, Inject } from '@nestjs/common';
import { DomainError, routes, type FinishedUpload } from '@skyshelf/contracts';
import { ByteStream, CurrentUser, Route } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { traceparentOf } from '@skyshelf/telemetry';
import { receiveBytes } from '../application/receive-bytes.js';
import type { Storage } from '../application/storage.js';
import { STORAGE } from '../storage.runtime.js';

@Controller()
export class UploadController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Route(routes.sendBytes)
  sendBytes(
    @CurrentUser() caller: Caller,
    @Headers('upload-grant') grant: string | undefined,
    @Headers('content-length') length: string | undefined,
    @ByteStream() body: Readable,
  ): Promise<FinishedUpload> {
    if (!grant) throw new DomainError('upload.bad-grant', { field: 'Upload-Grant' });
    return receiveBytes(this.storage, caller, {
      grant,
      body,
      announced: announcedBytes(length),
      trace: traceparentOf(),
    });
  }
}

export const announcedBytes = (length: string | undefined): number | null =>
  length === undefined ? null : Number(length);
