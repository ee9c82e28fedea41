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

/** The connection, session or client is gone; says nothing about the event. */
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
 * Role changes, shutdowns, ended sessions, overload, full disks. Source:
 * https://github.com/mongodb/mongo/blob/v6.0/src/mongo/base/error_codes.yml and the driver specification on
 * retryable errors.
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

/** These are codes of node:net, node:fs and undici. */
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
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

const domainCodes = new Set(['service.unavailable', 'starting', 'drive.busy', 'rate.limited']);

/** These codes are compared by name, because the bus doesn't depend on the object store. */
const objectStoreCodes = new Set(['unavailable', 'full']);

/**
 * An outage (database, disk, network, a starting neighbour), anywhere in the chain of causes: the consumer
 * waits and counts nothing against the event.
 */
export function isInfrastructureError(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = causeOf(each), depth += 1) {
    if (isOutage(each)) return true;
    if (each instanceof AggregateError && each.errors.some(isInfrastructureError)) return true;
  }
  return false;
}

/** The driver keeps what interrupted a bulk where other errors have `cause`. */
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
