export { startLocalIdentity, type LocalIdentity, type LocalIdentityOptions } from './start-local-identity.js';
export { keepNamesInFile, keepNamesInMemory, type KnownName, type NameKeeper } from './known-names.js';
export {
  checkSignIn,
  openSignIn,
  type LocalProvider,
  type SignIn,
  type SignInKeys,
  type SignInOptions,
} from './open-sign-in.js';
export { readName } from './name.js';
export { isLocalUrl, refuseRemote } from './local-only.js';
