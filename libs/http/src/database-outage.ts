import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

const kinds = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoNotConnectedError,
  MongoClientClosedError,
];

/**
 * A primary stepping down or shutting down, or an ended session. Source:
 * https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md#determining-retryable-errors
 */
const serverCodes = new Set([
  6, 7, 89, 91, 134, 189, 262, 317, 9001, 10107, 11600, 11601, 11602, 13435, 13436,
]);

export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isEndedSocket(error);
  if (kinds.some((kind) => error instanceof kind)) return true;
  // The driver wraps whatever interrupts a bulk, a lost connection too.
  if (error instanceof MongoBulkWriteError && isDatabaseOutage(error.errorResponse)) return true;
  return error instanceof MongoServerError && typeof error.code === 'number' && serverCodes.has(error.code);
}

/**
 * The driver wrote to a connection that the server had just ended, and passes the socket's error through.
 */
const isEndedSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';
