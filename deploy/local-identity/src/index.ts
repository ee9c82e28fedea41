export { startLocalIdentity, type LocalIdentity, type LocalIdentityOptions } from './start-local-identity.js';
export { keepNamesInFile, keepNamesInMemory, type KnownName, type NameKeeper } from './known-names.js';
export { readName } from './name.js';
export { isLocalUrl, refuseRemote } from './local-only.js';
