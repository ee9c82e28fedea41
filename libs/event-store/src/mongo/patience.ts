import { DomainError } from '@skyshelf/contracts';

/** How long a command is tried; then its caller hears `drive.busy`, and that the same operation id is safe. Milliseconds. */
export const PATIENCE_MS = 2_000;

/** What an attempt that is under way at that moment may take in addition. */
const GRACE_MS = 500;

/**
 * Ends the wait for work that hangs: the driver has no limit of its own for an operation on a connection that keeps silent. The work itself may still come
 * through later, which the operation id makes harmless.
 * @throws DomainError `drive.busy`
 */
export async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DomainError('drive.busy')), PATIENCE_MS + GRACE_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
