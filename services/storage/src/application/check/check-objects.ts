import type { BlobId, ProblemPage } from '@skyshelf/contracts';
import type { ObjectInfo } from '@skyshelf/object-store';
import { isStray } from '../../domain/multipart-upload.js';
import { isLedgerObject } from '../deletion-ledger.js';
import type { Storage } from '../storage.js';
import { pageOf, problem, type Problem } from '../../domain/problem.js';

type Checking = Pick<Storage, 'checked' | 'objects'>;

/** Many sweeps have passed by then. */
const STRAY_AFTER_MS = 2 * 60 * 60_000;
const MOST_STRAYS = 100;

/** Unknown objects are only reported: the records may be what was lost. */
export async function checkObjects(
  { checked, objects }: Checking,
  after: string,
  limit: number,
): Promise<ProblemPage> {
  const page: ObjectInfo[] = [];
  for await (const info of objects.list(after === '' ? {} : { after })) {
    page.push(info);
    if (page.length === limit) break;
  }
  const known = await checked.expected(page.map(({ key }) => key as BlobId));
  const problems = page
    .filter(({ key }) => !known.has(key as BlobId) && !isLedgerObject(key))
    .map(({ key, size }) =>
      problem('object-is-known', `No record names the object ${key} of ${size} bytes.`),
    );
  return pageOf(problems, page, limit, page.at(-1)?.key);
}

/** The sweep should have ended them. */
export async function checkMultiparts({
  checked,
  objects,
  clock,
}: Checking & Pick<Storage, 'clock'>): Promise<Problem[]> {
  const problems: Problem[] = [];
  for await (const { key, multipartId, started } of objects.listMultiparts()) {
    if (
      !isStray(started, clock.now(), STRAY_AFTER_MS) ||
      (await checked.knowsMultipart(key as BlobId, multipartId))
    )
      continue;
    const message = `No record names the unfinished upload in parts of ${key}, begun at ${started.toISOString()}.`;
    problems.push(problem('upload-is-known', message));
    if (problems.length === MOST_STRAYS) break;
  }
  return problems;
}
