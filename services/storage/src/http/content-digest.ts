import { DomainError } from '@skyshelf/contracts';

const member = /^([a-z0-9*._-]+)=:([A-Za-z0-9+/]*={0,2}):$/;
const SHA256_BYTES = 32;

/**
 * RFC 9530 §2, in hex; null where there is none. Other algorithms are ignored.
 * @throws DomainError `input.invalid`: not of that form
 */
export function announcedSha256(header: string | undefined): string | null {
  if (header === undefined) return null;
  const digests = header.split(',').map((each) => member.exec(each.trim()));
  if (digests.some((each) => each === null)) throw malformed();
  const text = digests.find((each) => each?.[1] === 'sha-256')?.[2];
  if (text === undefined) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== SHA256_BYTES) throw malformed();
  return bytes.toString('hex');
}

const malformed = (): DomainError =>
  new DomainError('input.invalid', {
    field: 'Content-Digest',
    message: 'Content-Digest: Send it as `sha-256=:<base64 of 32 bytes>:` or leave it out.',
  });
