export { createInstallation, type Installation, type InstallationParts } from './installation.js';
export { operatorRoutes } from './operator-routes.js';
export { runFsck, type FsckOptions, type FsckReport } from './fsck/run-fsck.js';
export type { RebuildReport } from './rebuild/run-rebuild.js';
export type { ResyncReport } from './resync/run-resync.js';
export type { ParkedOutcome, ParkedReport } from './parked/parked.js';
export type { StatsReport } from './stats/run-stats.js';
