/** The challenge that the server makes; its solution is the 40th try. */
export const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    data: { expires: 4e12 },
    keyLength: 32,
    keyPrefix: '0',
    keySignature: 'ab',
    nonce: '00'.repeat(16),
    salt: '11'.repeat(16),
  },
  signature: 'cd',
};
