import { Client } from 'minio';
import { clientOptions, type WireOptions } from './wire.js';

/** Signs addresses at which a browser PUTs one part (UploadPart with the signature in the query, AWS Signature Version 4). Asks nobody. */
export class PartSigner {
  private readonly client: Client;

  /** @param options with the address under which browsers reach the store: the host is part of what is signed */
  constructor(
    private readonly options: WireOptions,
    private readonly now: () => Date,
  ) {
    this.client = new Client(clientOptions(options));
  }

  sign(key: string, id: string, partNumber: number, expiresInMs: number): Promise<string> {
    const seconds = Math.max(1, Math.ceil(expiresInMs / 1000));
    const query = { uploadId: id, partNumber: String(partNumber) };
    return this.client.presignedUrl('PUT', this.options.bucket, key, seconds, query, this.now());
  }
}
