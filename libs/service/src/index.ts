export type {
  EventTransport,
  HealthCheck,
  OnServiceStart,
  OnServiceStop,
  RunningService,
  ServiceDefinition,
  ServiceRuntime,
} from './runtime.js';
export { createService, type CreatedService, type ServiceOptions } from './create-service.js';
export { reachableCheck, type ReachableOptions } from './health/reachable-check.js';
export { kafkaChecks } from './health/kafka-check.js';
export { OWN_EVENTS, OwnEventsController, type OwnEvents } from './events/own-events.controller.js';
export { PAGE_REFILL, RefillController, type PageRefill } from './events/refill.controller.js';
export type { ProcessEnd } from './process/stop-on-signal.js';
export { startAlone, type AloneOptions, type AloneService } from './process/start-alone.js';
export type { AloneRuntime } from './process/alone-runtime.js';
export { runMain } from './process/run-main.js';
export { processConfig, telemetrySettings, type ProcessConfig } from './process/process.config.js';
export { databaseName } from './process/database-name.js';
