export * from './port.js';
export type { BusClock, BusLog } from './bus-log.js';
export { createInProcessBus, type BusOptions, type InProcessBusOptions } from './in-process-bus.js';
export {
  dropParked,
  listParked,
  retryParked,
  type ParkedEntry,
  type ParkedRequest,
} from './consumer/parked.js';
export { isInfrastructureError } from './consumer/infrastructure-error.js';
export { ConsumerStoppedError } from './consumer/consumer-parts.js';
export type { GrowingPause, Pause, RetryPolicy } from './consumer/pause.js';
export { startRelay, type Relay, type RelayOptions } from './relay/start-relay.js';
export { BusContext } from './nest/bus-context.js';
export {
  connectEventBus,
  EventBusTransport,
  type EventBusTransportOptions,
} from './nest/event-bus-transport.js';
export { resync, type ResyncOptions } from './resync.js';
export { readCursors } from './consumer/cursors.js';
