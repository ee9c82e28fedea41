import type { Actor, Known } from './elements.js';
import { Intention, succeeded } from './persistent-command.js';
import { sha256, untilWhole, type FileInHand } from './uploads.js';

interface Bundled {
  docs: {
    ops: { _id: string; linkname: string; linkurl: string }[];
    insertedIds: Record<string, string>;
  };
}

/**
 * Uploads small files in one call, as the page does, each an intention of its own. Answers those that are
 * known to be there.
 */
export async function uploadBundle(
  actor: Actor,
  folderId: string,
  files: readonly FileInHand[],
): Promise<Known[]> {
  const wanted = files.map((file) => ({ file, hash: sha256(file.bytes) }));
  const intentions = wanted.map(
    ({ file: { name, type, bytes, image }, hash }) =>
      new Intention(actor.person, actor.random, {
        worker: actor.worker,
        op: 'upload',
        payload: { folderId, name, sha256: hash, size: bytes.length, image },
        hashed: { folderId, name, type, hash },
      }),
  );
  const [first] = intentions;
  if (!first) return [];
  const request = {
    method: 'PUT' as const,
    path: '/api/upload/bundle',
    key: `${first.key}-bundle`,
    bytes: bodyOf(folderId, files),
  };
  const outcome = await untilWhole(() => first.carryOut({ request }));
  const { docs } = (outcome.answer?.json ?? {}) as Partial<Bundled>;
  return intentions.flatMap((intention, index): Known[] => {
    const element = docs?.ops.find(({ _id }) => _id === docs.insertedIds[index]);
    if (!succeeded(outcome) || !element) return (intention.failed(outcome), []);
    const { _id: id, linkname: name, linkurl } = element;
    intention.ok(outcome, { id, name, linkurl });
    return [{ id, name, linkurl, sha256: wanted[index]?.hash ?? '' }];
  });
}

/** A line of JSON, then the bytes of all files. */
function bodyOf(folderId: string, files: readonly FileInHand[]): Buffer {
  const head = files.map(({ name, type, bytes }) => ({ name, type, size: bytes.length }));
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ url: '/', folderId, files: head })}\n`),
    ...files.map(({ bytes }) => bytes),
  ]);
}
