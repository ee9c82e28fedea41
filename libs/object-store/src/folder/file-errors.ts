import { ObjectStoreError } from '../port.js';

/** Example: `ENOENT`, `EIO`. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Other errors pass unchanged. */
export function storeError(error: unknown): unknown {
  const code = systemCode(error);
  if (code === null) return error;
  if (FULL.has(code)) return new ObjectStoreError('full', 'The folder has no room left', { cause: error });
  return new ObjectStoreError('unavailable', `The folder failed: ${code}`, { cause: error });
}

export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}
