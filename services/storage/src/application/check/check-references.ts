import type { ProblemPage } from '@skyshelf/contracts';
import { referenceId } from '../../domain/references.js';
import type { Storage } from '../storage.js';
import { pageOf, problem } from './problem.js';

/** By id: each names a blob. */
export async function checkReferences(
  { checked }: Pick<Storage, 'checked'>,
  after: string,
  limit: number,
): Promise<ProblemPage> {
  const page = await checked.references(after, limit);
  const ready = await checked.ready(page.map(({ blobId }) => blobId));
  const problems = page
    .filter(({ blobId }) => !ready.has(blobId))
    .map((reference) => {
      const { drive, elementId, blobId } = reference;
      const message = `The reference ${referenceId(reference)} names no blob.`;
      return problem('reference-names-a-blob', message, { drive, elementId, blobId });
    });
  const last = page.at(-1);
  return pageOf(problems, page, limit, last && referenceId(last));
}
