import { DomainError } from '@skyshelf/contracts';

/** What is done to a drive whose account is being deleted has no effect, and that is right. */
export async function unlessClosed(effect: Promise<unknown>): Promise<void> {
  try {
    await effect;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'drive.closed') throw error;
  }
}
