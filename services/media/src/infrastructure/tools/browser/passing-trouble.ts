/** Codes of node:net and node:dns that speak of this moment, not of the address: reset, refused, too late, no resolver. */
const passingCodes = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
]);

/** Whether asking a site failed by what may be over soon: not what it has answered, nor what its address leads to. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && passingCodes.has(error.code);
