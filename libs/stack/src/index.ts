export { startStack } from './start-stack.js';
export type { KafkaAccess, S3Access, Stack, StackOptions, StackProxies, StackServer } from './stack.js';
export {
  isProvided,
  ProvisionError,
  provide,
  provisionProblem,
  type ProgramName,
} from './programs/provide.js';
export { freeFixedPort } from './fixed-ports.js';
export { waitUntilStopped } from './processes/stopped.js';
