export const fileAddress = (blob: string, user: string, name: string): string =>
  `Cloud/${blob}/${user}###${name}`;

const addressPattern = /^Cloud\/([A-Za-z0-9_-]{1,64})\/[^/]*$/u;

/** Null when it is not an address of ours. */
export const blobOfAddress = (address: string): string | null => addressPattern.exec(address)?.[1] ?? null;

export const downloadPath = (addresses: readonly string[]): string =>
  `/api/download?${addresses.map((address, index) => `key${index}=${encodeURIComponent(address)}`).join('&')}`;

/** Percent-encodes the path for the browser. */
export const filePath = (address: string): string =>
  `/files/${address.split('/').map(encodeURIComponent).join('/')}`;

/** The segment list of a running conversion. */
const HOLDER_CHARACTERS = 8;

export const holderOf = (held: string): string => held.slice(0, HOLDER_CHARACTERS);

export const livePath = (run: string): string => `/files/live/${run}/index.m3u8`;
