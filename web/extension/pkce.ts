const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Source: RFC 7636 §4.1. */
export const newVerifier = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Source: RFC 7636 §4.2, S256. */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
