import type { Readable } from 'node:stream';
import { Body, Controller, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { routes, type FinishedUpload, type UploadId } from '@skyshelf/contracts';
import {
  ByteStream,
  CurrentUser,
  Route,
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
} from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { traceparentOf } from '@skyshelf/telemetry';
import type { FastifyReply } from 'fastify';
import { listUploads } from '../application/list-uploads.js';
import { abortParts, completeParts } from '../application/complete-parts.js';
import { sendPart, startParts } from '../application/send-parts.js';
import type { Storage } from '../application/storage.js';
import { STORAGE } from '../storage.runtime.js';
import { announcedBytes, announcedSha256 } from './body-heads.js';

@Controller()
export class PartsController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Route(routes.listUploads)
  list(@CurrentUser() caller: Caller): Promise<AnswerOf<typeof routes.listUploads>> {
    return listUploads(this.storage, caller);
  }

  @Route(routes.startParts)
  start(
    @CurrentUser() caller: Caller,
    @Body() { grant, confirmed }: BodyOf<typeof routes.startParts>,
  ): Promise<AnswerOf<typeof routes.startParts>> {
    return startParts(this.storage, caller, grant, confirmed);
  }

  @Route(routes.sendPart)
  async send(
    @Param() { uploadId, partNumber }: ParamsOf<typeof routes.sendPart>,
    @Query() { expires, signature }: QueryOf<typeof routes.sendPart>,
    @Headers('content-length') length: string | undefined,
    @Headers('content-digest') digest: string | undefined,
    @ByteStream() body: Readable,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ etag: string }> {
    const sent = await sendPart(this.storage, {
      uploadId: uploadId as UploadId,
      partNumber,
      expires,
      signature,
      body,
      announced: announcedBytes(length),
      sha256: announcedSha256(digest),
    });
    reply.header('etag', `"${sent.etag}"`); // as object stores do
    return sent;
  }

  @Route(routes.completeParts)
  complete(
    @CurrentUser() caller: Caller,
    @Param() { uploadId }: ParamsOf<typeof routes.completeParts>,
    @Body() { parts }: BodyOf<typeof routes.completeParts>,
  ): Promise<FinishedUpload> {
    return completeParts(this.storage, caller, uploadId as UploadId, parts, traceparentOf());
  }

  @Route(routes.abortParts)
  abort(
    @CurrentUser() caller: Caller,
    @Param() { uploadId }: ParamsOf<typeof routes.abortParts>,
  ): Promise<{ ok: true }> {
    return abortParts(this.storage, caller, uploadId as UploadId, traceparentOf());
  }
}
