import { ALGORITHM, signedTime, type Credentials, type SigningKey } from './signing-key.js';

export interface UnsignedRequest {
  method: string;
  /** Escaped, without its query. */
  path: string;
  /** As `queryText` writes it. */
  query: string;
  /** Lower-case names; `host` among them. */
  headers: Readonly<Record<string, string>>;
  /** Of the body, hex. */
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
