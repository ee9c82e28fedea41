import { createHash } from 'node:crypto';

/** The header Content-MD5, which S3 demands of some bodies (RFC 1864). */
export const md5Of = (body: string): { 'content-md5': string } => ({
  'content-md5': createHash('md5').update(body).digest('base64'),
});
