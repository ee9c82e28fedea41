export {
  startLocalIdentity,
  type LocalIdentity,
  type LocalIdentityOptions,
  isLocalUrl,
  refuseRemote,
} from './start-local-identity.js';
export {
  keepNamesInFile,
  keepNamesInMemory,
  type KnownName,
  type NameKeeper,
  readName,
} from './known-names.js';
export {
  checkSignIn,
  openSignIn,
  type LocalProvider,
  type SignIn,
  type SignInKeys,
  type SignInOptions,
} from './open-sign-in.js';
