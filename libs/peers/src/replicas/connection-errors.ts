/** `unreached`: nothing was sent; `broken`: cut before an answer. */
export type CallFailure = 'unreached' | 'broken' | 'other';

const unreached = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const broken = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

/** A failed connection has carried nothing. */
export function failureOf(error: unknown): CallFailure {
  if (typeof error !== 'object' || error === null) return 'other';
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code !== 'string') return 'other';
  if (unreached.has(code) || syscall === 'connect') return 'unreached';
  return broken.has(code) ? 'broken' : 'other';
}
