export type {
  EventTransport,
  HealthCheck,
  OnServiceLeave,
  OnServicePrepared,
  OnServiceStart,
  OnServiceStop,
  OpenedService,
  RunningService,
  ServiceDefinition,
  ServiceRuntime,
} from './runtime.js';
export { createService, type CreatedService, type ServiceOptions } from './create-service.js';
export { reachableCheck, type ReachableOptions } from './health/health.js';
export { stopOnSignal, type ProcessEnd } from './process/stop-on-signal.js';
export {
  startServiceProcess,
  type ServiceProcess,
  type ServiceProcessOptions,
  serviceSettings,
  runMain,
} from './process/start-service-process.js';
export { coalesce } from '@skyshelf/jobs';
export { openServiceJobs, type ServiceJobs, type ServiceJobsOptions } from './jobs/service-jobs.js';
export { definePorts, type ProcessPorts, type ProcessRuntime } from './process/process-ports.js';
export {
  defineService,
  type Service,
  type ServiceFacts,
  type ServiceModule,
  type ServiceComponents,
  type ServiceSpec,
} from './define/define-service.js';
export type { DriveOwner, ExportPart, RestoreHead } from './drives/drive-owner.js';
export type { StreamArchive } from './drives/stream-owner.js';
export {
  driveLineOf,
  readDriveLines,
  valueOfDriveLine,
  writeDriveLines,
  linePages,
  MOST_LINE_BYTES,
} from './drives/drive-lines.js';
export { announceRestore, ServiceRunsError, type AnnouncedRestore } from './prepare/announce-restore.js';
export type { Recovery } from './define/recovery.js';
export { createServiceOutbox } from './define/database-plan.js';
export { type Opened, type StatefulRuntime, unlessClosed } from './define/stateful-runtime.js';
export {
  internalSettings,
  metricsToken,
  processConfig,
  telemetrySettings,
  tracingOf,
  type ProcessConfig,
} from './process/process.config.js';
export {
  adminSettings,
  readOnlySettings,
  adminsOf,
  LOCAL_RECEIVER,
  fileTypeSettings,
  mediaLimitSettings,
  paymentEndpoints,
  paymentSettings,
  videoHostSettings,
  videoHostsOf,
  type PaymentEndpoints,
} from './process/product-settings.js';
export { prepareInstallation, type Preparation } from './prepare/prepare-installation.js';
export type { PreparedService } from './prepare/missing-parts.js';
export { databaseName } from './process/open-database.js';
