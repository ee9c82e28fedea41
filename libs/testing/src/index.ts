export { freePort, isAlive } from '@skyshelf/host';
export { waitUntilStopped } from '@skyshelf/stack';
export {
  databaseUriOf,
  productMode,
  stackFolderOf,
  stackSettings,
  type ProductMode,
} from './product-mode.js';
export { startEncryptedServers, type EncryptedServers } from './encrypted-servers.js';
export { eventOf } from './event-of.js';
export { eventually, type EventuallyOptions } from './eventually.js';
export { folderOnDisk, sha256Of, type FolderOnDisk, type FolderOnDiskOptions } from './folder-on-disk.js';
export { fakeClock, type FakeClock, sequentialIds } from './fake-clock-and-ids.js';
export { privateAddresses, publicAddresses, spelledAddresses } from './hostile-network/addresses.js';
export { hostileCases, type HostileCase } from './hostile-network/hostile-cases.js';
export {
  answerWith,
  redirectTo,
  startHostileNetwork,
  type HostileNetwork,
} from './hostile-network/hostile-network.js';
export { isInOwnNetwork, lacksOwnNetwork, runInOwnNetwork } from './hostile-network/network-of-its-own.js';
export { storedDataOfDrive, type ServiceCollections } from './stored-data-of-drive.js';
export { scenario, type Scenario, type ScenarioOutcome, type ScenarioSubject } from './scenario.js';
export { seeded } from './seeded.js';
export { startSmallDnsServer, type SmallDnsServer } from './small-dns-server.js';
export { startStandIn, type StandIn } from './stand-in-server.js';
export { SimpleBrowser } from './simple-browser.js';
export { runUri, testDatabase, type TestDatabase } from './test-database.js';
export { apiClient, RefusedCall, type ApiAnswer, type ApiClient, type CallOptions } from './api-client.js';
export {
  launchSkyshelf,
  productProcess,
  type LaunchedSkyshelf,
  type LaunchOptions,
} from './launched-skyshelf.js';
export {
  spawnSkyshelf,
  startReady,
  type ProcessOptions,
  type ReadyProcess,
  type SkyshelfProcess,
  killAll,
  processesOf,
  type FolderProcess,
} from './skyshelf-process.js';
export { packZip } from './pack-zip.js';
export { opsRequest, RunningSkyshelf } from './running-skyshelf.js';
export { readFile, uploadFile, type FileToUpload } from './upload-file.js';
export { runSource } from './run-source.js';
export { undeclaredRefusals } from './undeclared-refusals.js';
export {
  canTest,
  testKafka,
  testS3,
  testStack,
  type ServerKind,
  type TestKafka,
  type TestS3,
} from './test-servers.js';
