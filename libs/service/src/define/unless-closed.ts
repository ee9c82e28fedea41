import { DomainError } from '@skyshelf/contracts';

/** Effects on a drive whose account is being deleted are rightly lost. */
export async function unlessClosed(effect: Promise<unknown>): Promise<void> {
  try {
    await effect;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'drive.closed') throw error;
  }
}
