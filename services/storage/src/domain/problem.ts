import type { DriveId, ProblemPage } from '@skyshelf/contracts';

/** The operator sees it. */
export interface Problem {
  rule:
    | 'named-blob-is-ready'
    | 'named-blob-is-whole'
    | 'named-blob-is-kept'
    | 'derived-is-ready'
    | 'blob-has-its-bytes'
    | 'unnamed-is-condemned'
    | 'reference-names-a-blob'
    | 'derived-has-a-source'
    | 'object-is-known'
    | 'upload-is-known'
    | 'unnamed-bytes'
    | 'upload-ended';
  message: string;
  about?: { drive?: DriveId; elementId?: string; blobId?: string; id?: string };
}

export const problem = (rule: Problem['rule'], message: string, about?: Problem['about']): Problem => ({
  rule,
  message,
  ...(about && { about }),
});

/** @param last where the next page begins, if this one is full */
export const pageOf = (
  problems: Problem[],
  page: readonly unknown[],
  limit: number,
  last: string | undefined,
): ProblemPage => ({
  problems,
  looked: page.length,
  next: page.length < limit ? null : (last ?? null),
});
