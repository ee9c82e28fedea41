export { findMongod, cacheFolder } from '../binary/find-mongod.mjs';
export { formReplicaSet, sayHello, type ReplicaSetMember } from './form-replica-set.js';
export { accepts, freePort } from './free-port.js';
export { keepMongodRunning, type KeepRunningListeners, type KeptMongod } from './keep-running.js';
export { REPLICA_SET, mongodArguments } from './mongod-arguments.js';
export type { MongodExit } from './mongod-process.js';
export { isAlive, startMark } from './process-identity.js';
export { DataInUseError } from './owner-file.js';
export { startMongod, type MongodOptions, type RunningMongod } from './start-mongod.js';
