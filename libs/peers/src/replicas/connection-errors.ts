/** What is known of a call that failed: it never reached the other side, it was cut before an answer, or something else. */
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
const broken = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET']);

/** Reads an error of undici or of a socket. A connection that could not be made has carried nothing, whatever went wrong with it. */
export function failureOf(error: unknown): CallFailure {
  if (typeof error !== 'object' || error === null) return 'other';
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code !== 'string') return 'other';
  if (unreached.has(code) || syscall === 'connect') return 'unreached';
  return broken.has(code) ? 'broken' : 'other';
}
