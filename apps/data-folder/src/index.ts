export { DataFolderInUseError, writeDurably, type DataFolder } from './data-folder.js';
export { doorSettings, publicUrlOf, type DoorConfig } from './door.config.js';
export { openLogFile } from './log-file.js';
export { startOpsServer, type OpsHandler, type OpsInput, type OpsRoutes } from './ops-server.js';
export { runOnDataFolder, type Close, type OnStop } from './run-on-data-folder.js';
export { runUntilStopped, type Running } from './run-until-stopped.js';
export { readSecrets, type Secrets } from './secrets.js';
export { dataFolderPaths } from './data-folder-paths.js';
