import { createHash, createHmac } from 'node:crypto';
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

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Signs addresses at which a browser PUTs one part: UploadPart with the signature in the query. Asks no one. The client's own signer leaves the
 * length out of what is signed; with it no one brings more into the store than was granted.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export class PartSigner {
  private readonly origin: string;
  private readonly host: string;
  /** The key of a day, derived from the secret. */
  private daily: { day: string; key: Buffer } | null = null;

  /** @param options with the address under which browsers reach the store: the host is part of what is signed */
  constructor(
    private readonly options: WireOptions,
    private readonly now: () => Date,
  ) {
    ({ origin: this.origin, host: this.host } = new URL(options.endpoint));
  }

  sign({ key, id, partNumber, expiresInMs, size }: PartLeave): string {
    const { bucket, region, accessKey } = this.options;
    const time = this.now()
      .toISOString()
      .replace(/[-:]|\.\d{3}/g, '');
    const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
    const signed = size === undefined ? 'host' : 'content-length;host';
    const query = queryText({
      partNumber: String(partNumber),
      uploadId: id,
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${accessKey}/${scope}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(Math.max(1, Math.ceil(expiresInMs / 1000))),
      'X-Amz-SignedHeaders': signed,
    });
    const path = `/${bucket}/${key}`;
    const length = size === undefined ? [] : [`content-length:${size}`];
    const request = ['PUT', path, query, ...length, `host:${this.host}`, '', signed, 'UNSIGNED-PAYLOAD'].join(
      '\n',
    );
    const statement = [ALGORITHM, time, scope, createHash('sha256').update(request).digest('hex')].join('\n');
    const signature = createHmac('sha256', this.keyOf(time.slice(0, 8)))
      .update(statement)
      .digest('hex');
    return `${this.origin}${path}?${query}&X-Amz-Signature=${signature}`;
  }

  private keyOf(day: string): Buffer {
    if (this.daily?.day !== day) this.daily = { day, key: this.derive(day) };
    return this.daily.key;
  }

  private derive(day: string): Buffer {
    const steps = [day, this.options.region, 's3', 'aws4_request'];
    const secret = Buffer.from(`AWS4${this.options.secretKey}`);
    return steps.reduce((key, step) => createHmac('sha256', key).update(step).digest(), secret);
  }
}

/** Sorted by name, and escaped as the signature wants it: all but letters, digits and `-._~`. */
function queryText(query: Readonly<Record<string, string>>): string {
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const pairs = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  return pairs.sort().join('&');
}
