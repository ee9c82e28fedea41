/** A name for one intention. `crypto.randomUUID` is missing on plain-http hosts, `getRandomValues` is not. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
