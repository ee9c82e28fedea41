/** Where a blob is served: `Cloud/<blobId>/<user>###<name>`. */
export const fileAddress = (blob: string, user: string, name: string): string =>
  `Cloud/${blob}/${user}###${name}`;

const addressPattern = /^Cloud\/([A-Za-z0-9_-]{1,64})\/[^/]*$/u;

/** The blob id inside an address, or null when it is not an address of ours. */
export const blobOfAddress = (address: string): string | null => addressPattern.exec(address)?.[1] ?? null;

/** The path under which files are downloaded: one as itself, several as an archive. */
export const downloadPath = (addresses: readonly string[]): string =>
  `/api/download?${addresses.map((address, index) => `key${index}=${encodeURIComponent(address)}`).join('&')}`;

/** The path under which the browser loads an address: `#`, `%`, `?` and the like are percent-encoded. */
export const filePath = (address: string): string =>
  `/files/${address.split('/').map(encodeURIComponent).join('/')}`;

/** The path of a film that can be watched while it is converted: the list of its segments. */
/** Of the name of a held thing, what its replica is called by. */
const HOLDER_CHARACTERS = 8;

/** The replica that holds what is named so. */
export const holderOf = (held: string): string => held.slice(0, HOLDER_CHARACTERS);

export const livePath = (run: string): string => `/files/live/${run}/index.m3u8`;
