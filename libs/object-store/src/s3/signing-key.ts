import { createHash, createHmac } from 'node:crypto';

export const ALGORITHM = 'AWS4-HMAC-SHA256';

export interface Credentials {
  accessKey: string;
  secretKey: string;
  sessionToken?: string;
}

/** Asked each time: keys change, and some expire. */
export type CredentialSource = () => Credentials | Promise<Credentials>;

export interface Signer {
  region: string;
  credentials: CredentialSource;
}

/** Example: `20261123T044532Z`. */
export const signedTime = (date: Date): string => date.toISOString().replace(/[-:]|\.\d{3}/g, '');

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Version 4; the key of a day and a secret is derived once. Source:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export class SigningKey {
  private daily: { day: string; secretKey: string; key: Buffer } | null = null;

  constructor(private readonly region: string) {}

  scope(time: string): string {
    return `${time.slice(0, 8)}/${this.region}/s3/aws4_request`;
  }

  /** @param request the canonical request */
  signature(time: string, request: string, { secretKey }: Pick<Credentials, 'secretKey'>): string {
    const statement = [ALGORITHM, time, this.scope(time), sha256Hex(request)].join('\n');
    return createHmac('sha256', this.keyOf(time.slice(0, 8), secretKey))
      .update(statement)
      .digest('hex');
  }

  private keyOf(day: string, secretKey: string): Buffer {
    if (this.daily?.day !== day || this.daily.secretKey !== secretKey)
      this.daily = { day, secretKey, key: this.derive(day, secretKey) };
    return this.daily.key;
  }

  private derive(day: string, secretKey: string): Buffer {
    const steps = [day, this.region, 's3', 'aws4_request'];
    const secret = Buffer.from(`AWS4${secretKey}`);
    return steps.reduce((key, step) => createHmac('sha256', key).update(step).digest(), secret);
  }
}

/** Sorted; escapes all but letters, digits and `-._~`. */
export function queryText(query: Readonly<Record<string, string>>): string {
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const pairs = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  return pairs.sort().join('&');
}

/** RFC 1864; S3 demands it of some bodies. */
export const md5Of = (body: string): { 'content-md5': string } => ({
  'content-md5': createHash('md5').update(body).digest('base64'),
});

export interface UnsignedRequest {
  method: string;
  /** Escaped, without its query. */
  path: string;
  /** Its form is that of `queryText`. */
  query: string;
  /** Lower-case names; `host` among them. */
  headers: Readonly<Record<string, string>>;
  /** The SHA-256 of the body in hex. */
  sha256: string;
}

/**
 * All headers and the body are signed. Source:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signedHeaders(
  { method, path, query, headers, sha256 }: UnsignedRequest,
  credentials: Credentials,
  key: SigningKey,
  now: Date,
): Record<string, string> {
  const time = signedTime(now);
  const { accessKey, sessionToken } = credentials;
  const all: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': sha256,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(all).toSorted();
  const lines = names.map((name) => `${name}:${all[name]?.trim()}`);
  const signed = names.join(';');
  const request = [method, path, query, ...lines, '', signed, sha256].join('\n');
  const signature = key.signature(time, request, credentials);
  const authorization = `${ALGORITHM} Credential=${accessKey}/${key.scope(time)}, SignedHeaders=${signed}, Signature=${signature}`;
  return { ...all, authorization };
}
