import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorCode } from '@skyshelf/contracts';
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

const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'auth.required',
  403: 'access.denied',
  404: 'route.not-found',
  405: 'method.not-allowed',
  413: 'body.too-large',
  415: 'media-type.unsupported',
  429: 'rate.limited',
  502: 'service.unavailable',
  503: 'starting',
  504: 'service.unavailable',
};

/** It lists codes whose status alone says too little. */
const byFastifyCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type.unsupported',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'input.unreadable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'input.unreadable',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'input.unreadable',
  FST_ERR_BAD_URL: 'input.invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'input.invalid',
};

const field = (error: unknown, name: 'code' | 'name' | 'statusCode'): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** Compares names, because this layer doesn't depend on the object store. */
const isStoreOutage = (error: unknown): boolean =>
  field(error, 'name') === 'ObjectStoreError' && field(error, 'code') === 'unavailable';

function codeOf(error: unknown): ErrorCode {
  const origin = error instanceof HttpException ? (error.cause ?? error) : error;
  const known = byFastifyCode[String(field(origin, 'code'))];
  if (known) return known;
  if (isDatabaseOutage(origin) || isStoreOutage(origin)) return 'service.unavailable';
  const status = error instanceof HttpException ? error.getStatus() : field(error, 'statusCode');
  if (typeof status !== 'number') return 'internal';
  return byStatus[status] ?? (status >= 400 && status < 500 ? 'input.invalid' : 'internal');
}

/** Only unforeseen errors become `internal`. */
export const toDomainError = (error: unknown): DomainError =>
  error instanceof DomainError ? error : new DomainError(codeOf(error), { cause: error });

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

/** The driver passes on the error of a connection that the server had just ended. */
const isEndedSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';
