import { ALGORITHM, queryText, signedTime, SigningKey } from './signing-key.js';
import type { WireOptions } from './wire.js';

/** One part that a browser may PUT. */
export interface PartLeave {
  key: string;
  id: string;
  partNumber: number;
  expiresInMs: number;
  /** Bytes, exactly; any number when absent. */
  size?: number | undefined;
}

/**
 * Signs addresses at which a browser PUTs one part: UploadPart with the signature in the query. Asks no one. The length is signed too, so that no one brings
 * more into the store than was granted.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export class PartSigner {
  private readonly origin: string;
  private readonly host: string;
  private readonly signing: SigningKey;

  /** @param options with the address under which browsers reach the store: the host is part of what is signed */
  constructor(
    private readonly options: WireOptions,
    private readonly now: () => Date,
  ) {
    ({ origin: this.origin, host: this.host } = new URL(options.endpoint));
    this.signing = new SigningKey(options);
  }

  sign({ key, id, partNumber, expiresInMs, size }: PartLeave): string {
    const { bucket, accessKey } = this.options;
    const time = signedTime(this.now());
    const signed = size === undefined ? 'host' : 'content-length;host';
    const query = queryText({
      partNumber: String(partNumber),
      uploadId: id,
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${accessKey}/${this.signing.scope(time)}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(Math.max(1, Math.ceil(expiresInMs / 1000))),
      'X-Amz-SignedHeaders': signed,
    });
    const path = `/${bucket}/${key}`;
    const length = size === undefined ? [] : [`content-length:${size}`];
    const request = ['PUT', path, query, ...length, `host:${this.host}`, '', signed, 'UNSIGNED-PAYLOAD'].join(
      '\n',
    );
    return `${this.origin}${path}?${query}&X-Amz-Signature=${this.signing.signature(time, request)}`;
  }
}
