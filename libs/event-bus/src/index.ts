export * from './port.js';
export type { BusClock, BusLog, BusOptions } from './bus-options.js';
export { createInProcessBus, type InProcessBusOptions } from './in-process-bus.js';
export {
  dropParked,
  listParked,
  retryParked,
  type ParkedEntry,
  type ParkedRequest,
} from './consumer/parked.js';
export { isInfrastructureError } from './consumer/infrastructure-error.js';
export { ConsumerStoppedError } from './consumer/consumer-deps.js';
export type { Pause, RetryPolicy } from './consumer/pause.js';
export type { Relay } from './relay/relay.js';
export { startRelay, type RelayOptions } from './relay/start-relay.js';
export {
  BusContext,
  connectEventBus,
  EventBusTransport,
  type EventBusTransportOptions,
} from './nest/event-bus-transport.js';
export { resync, type ResyncOptions, Refill, type RefillDeps } from './resync.js';
export {
  readCursors,
  type CursorChoice,
  placeCursor,
  type CursorPosition,
  ClosedDrives,
} from './consumer/cursors.js';
export { consumerPlan } from './consumer/seen-marks.js';
export { forgetConsumedEvents } from './consumer/forget-drive.js';
export { createKafkaBus } from './kafka/kafka-bus.js';
export { kafkaConfig, type KafkaConfig } from './kafka/kafka.config.js';
export type { KafkaBusOptions, KafkaSettings } from './kafka/kafka-settings.js';
export { UnsafeTopicError } from './kafka/topic-rules.js';
export {
  kafkaSettings,
  openEventBus,
  type BusOwner,
  type BusDeps,
  peerEventSource,
  type PeerCalls,
} from './open-event-bus.js';
export { prepareTopics, type TopicProblem } from './kafka/topics.js';
