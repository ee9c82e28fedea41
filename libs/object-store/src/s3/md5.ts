import { createHash } from 'node:crypto';

/** Content-MD5 (RFC 1864), which S3 demands of some bodies. */
export const md5Of = (body: string): { 'content-md5': string } => ({
  'content-md5': createHash('md5').update(body).digest('base64'),
});
