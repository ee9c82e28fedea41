export { copyMemberKey, initSingleReplicaSet } from './init-single-replica-set.js';
export { startSignIn } from './start-sign-in.js';
