export {
  consumerNames,
  createInstallation,
  sourcesOf,
  type ConsumerName,
  type Installation,
  type InstallationParts,
} from './installation.js';
export { operatorRoutes } from './operator-routes.js';
export type { Caller, Progress, Report } from './report.js';
export { runFsck, type FsckOptions, type FsckReport } from './fsck/run-fsck.js';
export { runRebuild, type RebuildReport } from './rebuild/run-rebuild.js';
export { runResync, type ResyncReport } from './resync/run-resync.js';
export type { ParkedDetails } from './parked/show-parked.js';
export type { ParkedOutcome } from './parked/resume-parked.js';
export type { ParkedReport } from './parked/list-parked.js';
export { runStats, type StatsReport } from './stats/run-stats.js';
export { main as runCommandLine, type Terminal } from './cli/main.js';
export { commandNames } from './commands/all-commands.js';
