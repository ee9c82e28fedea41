import { createHash, createHmac } from 'node:crypto';

export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Who signs, and for where. */
export interface Signer {
  region: string;
  accessKey: string;
  secretKey: string;
}

/** A moment as requests say it: `20261123T044532Z`. */
export const signedTime = (date: Date): string => date.toISOString().replace(/[-:]|\.\d{3}/g, '');

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Signatures of version 4 over canonical requests. The key of a day is derived once.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export class SigningKey {
  private daily: { day: string; key: Buffer } | null = null;

  constructor(private readonly signer: Signer) {}

  /** What a signature of this moment is good for. */
  scope(time: string): string {
    return `${time.slice(0, 8)}/${this.signer.region}/s3/aws4_request`;
  }

  /** @param request the canonical request */
  signature(time: string, request: string): string {
    const statement = [ALGORITHM, time, this.scope(time), sha256Hex(request)].join('\n');
    return createHmac('sha256', this.keyOf(time.slice(0, 8)))
      .update(statement)
      .digest('hex');
  }

  private keyOf(day: string): Buffer {
    if (this.daily?.day !== day) this.daily = { day, key: this.derive(day) };
    return this.daily.key;
  }

  private derive(day: string): Buffer {
    const steps = [day, this.signer.region, 's3', 'aws4_request'];
    const secret = Buffer.from(`AWS4${this.signer.secretKey}`);
    return steps.reduce((key, step) => createHmac('sha256', key).update(step).digest(), secret);
  }
}

/** Sorted by name, and escaped as the signature wants it: all but letters, digits and `-._~`. */
export function queryText(query: Readonly<Record<string, string>>): string {
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const pairs = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  return pairs.sort().join('&');
}
