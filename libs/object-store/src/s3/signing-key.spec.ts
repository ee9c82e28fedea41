import { describe, expect, it } from 'vitest';
import { signedHeaders, type UnsignedRequest, queryText, sha256Hex, SigningKey } from './signing-key.js';

/** The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const signer = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const now = new Date('2013-05-24T00:00:00Z');

function signatureOf(request: Partial<UnsignedRequest>): string | undefined {
  const { headers, ...rest } = request;
  const whole = {
    method: 'GET',
    path: '/',
    query: '',
    sha256: sha256Hex(''),
    ...rest,
    headers: { host: 'examplebucket.s3.amazonaws.com', ...headers },
  };
  const { authorization } = signedHeaders(whole, signer, new SigningKey('us-east-1'), now);
  return authorization?.split('Signature=')[1];
}

describe('A signed request', () => {
  it('has the signature that S3 expects of a read in part', () => {
    expect(signatureOf({ path: '/test.txt', headers: { range: 'bytes=0-9' } })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('has the signature that S3 expects of a listing', () => {
    expect(signatureOf({ query: queryText({ prefix: 'J', 'max-keys': '2' }) })).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });

  it('has the signature that S3 expects of a question without a value', () => {
    expect(signatureOf({ query: queryText({ lifecycle: '' }) })).toBe(
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    );
  });
});
