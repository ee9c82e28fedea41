import { ALGORITHM, queryText, signedTime, SigningKey } from './signing-key.js';
import type { WireOptions } from './wire.js';

export interface PresignPartOptions {
  key: string;
  id: string;
  partNumber: number;
  expiresInMs: number;
  /** The exact size; any size when absent. */
  size?: number | undefined;
}

export interface PresignGetOptions {
  key: string;
  expiresInMs: number;
  /** Answered instead of what is stored. */
  disposition: string;
  type: string;
}

interface Leave {
  method: 'GET' | 'PUT';
  key: string;
  query: Readonly<Record<string, string>>;
  expiresInMs: number;
  /** Sorted, all before `host`. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Made locally. A part's length is signed, so that no one stores more than granted. Source:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export class AddressSigner {
  private readonly origin: string;
  private readonly host: string;
  private readonly signing: SigningKey;

  /** @param options with the browsers' address: the host is signed */
  constructor(
    private readonly options: WireOptions,
    private readonly now: () => Date,
  ) {
    ({ origin: this.origin, host: this.host } = new URL(options.endpoint));
    this.signing = new SigningKey(options.region);
  }

  part({ key, id, partNumber, expiresInMs, size }: PresignPartOptions): Promise<string> {
    const query = { partNumber: String(partNumber), uploadId: id };
    const headers: Record<string, string> = size === undefined ? {} : { 'content-length': String(size) };
    return this.sign({ method: 'PUT', key, query, expiresInMs, headers });
  }

  read({ key, expiresInMs, disposition, type }: PresignGetOptions): Promise<string> {
    const query = { 'response-content-disposition': disposition, 'response-content-type': type };
    return this.sign({ method: 'GET', key, query, expiresInMs });
  }

  private async sign({ method, key, query, expiresInMs, headers = {} }: Leave): Promise<string> {
    const { bucket } = this.options;
    const credentials = await this.options.credentials();
    const { accessKey, sessionToken } = credentials;
    const time = signedTime(this.now());
    const signed = [...Object.keys(headers), 'host'].join(';');
    const asked = queryText({
      ...query,
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${accessKey}/${this.signing.scope(time)}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(Math.max(1, Math.ceil(expiresInMs / 1000))),
      'X-Amz-SignedHeaders': signed,
      ...(sessionToken !== undefined && { 'X-Amz-Security-Token': sessionToken }),
    });
    const path = `/${bucket}/${key}`;
    const lines = [...Object.entries(headers), ['host', this.host]].map((each) => each.join(':'));
    const request = [method, path, asked, ...lines, '', signed, 'UNSIGNED-PAYLOAD'].join('\n');
    const signature = this.signing.signature(time, request, credentials);
    return `${this.origin}${path}?${asked}&X-Amz-Signature=${signature}`;
  }
}
