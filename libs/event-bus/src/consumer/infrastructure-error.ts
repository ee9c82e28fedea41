import { DomainError } from '@skyshelf/contracts';
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoStalePrimaryError,
  MongoSystemError,
  MongoTopologyClosedError,
} from 'mongodb';

/** The connection, the session or the whole client is gone; says nothing about the event. */
const driverErrors = [
  MongoNetworkError,
  MongoSystemError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoServerClosedError,
  MongoClientClosedError,
  MongoExpiredSessionError,
  MongoStalePrimaryError,
  MongoOperationTimeoutError,
];

/**
 * Answers of a server that changes its role, shuts down, was told to end the session, is overloaded or has no disk left.
 * Source: https://github.com/mongodb/mongo/blob/v6.0/src/mongo/base/error_codes.yml and the driver specification on retryable errors.
 */
const serverCodes = new Set([
  6, 7, 24, 50, 64, 89, 91, 112, 134, 189, 202, 226, 234, 246, 251, 262, 290, 317, 384, 402, 9001, 10058,
  10107, 11600, 11601, 11602, 13388, 13435, 13436, 14031,
]);

const labels = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'PoolRequestedRetry',
  'PoolRequstedRetry',
];

/** Codes of node:net, node:fs and undici that speak of the machine or the wire. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'EROFS',
  'EIO',
  'ENOMEM',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

/** Another part of the product is not there or not now. */
const domainCodes = new Set(['service.unavailable', 'starting', 'drive.busy', 'rate.limited']);

/** What an object store says of itself, whatever the cause. Known by its name: the bus has nothing to do with objects. */
const objectStoreCodes = new Set(['unavailable', 'full']);

/**
 * Whether an error is an outage's (database, disk, network, a neighbour that starts) and not of the event: then the consumer waits, and
 * nothing is counted against the event. Looks along the chain of causes.
 */
export function isInfrastructureError(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = causeOf(each), depth += 1) {
    if (isOutage(each)) return true;
    if (each instanceof AggregateError && each.errors.some(isInfrastructureError)) return true;
  }
  return false;
}

/** The driver keeps what cut a bulk off, a lost connection say, where others have no cause. */
const causeOf = (error: Error): unknown =>
  error instanceof MongoBulkWriteError && error.errorResponse instanceof Error
    ? error.errorResponse
    : error.cause;

function isOutage(error: Error): boolean {
  if (error instanceof DomainError) return domainCodes.has(error.code);
  if (error instanceof MongoError) return isMongoInfrastructure(error);
  if (!('code' in error) || typeof error.code !== 'string') return false;
  return (error.name === 'ObjectStoreError' ? objectStoreCodes : systemCodes).has(error.code);
}

function isMongoInfrastructure(error: MongoError): boolean {
  if (driverErrors.some((kind) => error instanceof kind)) return true;
  if (labels.some((label) => error.hasErrorLabel(label))) return true;
  return error instanceof MongoServerError && typeof error.code === 'number' && serverCodes.has(error.code);
}
