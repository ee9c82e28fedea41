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
 * Answers of a server that has just stopped to be the primary or is going down, or of one that was told to end the session.
 * Source: https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md#determining-retryable-errors
 */
const serverCodes = new Set([
  6, 7, 89, 91, 134, 189, 262, 317, 9001, 10107, 11600, 11601, 11602, 13435, 13436,
]);

/** Whether an error says that the database is out of reach for now, and nothing of what was asked. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isEndedSocket(error);
  if (kinds.some((kind) => error instanceof kind)) return true;
  // The driver wraps whatever cuts a bulk off, a lost connection too.
  if (error instanceof MongoBulkWriteError && isDatabaseOutage(error.errorResponse)) return true;
  return error instanceof MongoServerError && typeof error.code === 'number' && serverCodes.has(error.code);
}

/** The driver writes to a connection that the server has ended a moment ago, and lets through what the socket says to that as it is. */
const isEndedSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';
