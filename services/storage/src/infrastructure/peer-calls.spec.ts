import type { BlobId, DriveId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { CatalogLiveFiles } from './peer-calls.js';

interface Question {
  drive: string;
  blobIds: string[];
  known: number | null;
}

/** A catalog with one version for all drives. */
function catalog() {
  const state = { version: 1, live: new Set(['a', 'b']), asked: [] as Question[][] };
  const answer = ({ blobIds, known }: Question) => ({
    version: state.version,
    live: known === state.version ? null : blobIds.filter((each) => state.live.has(each)),
  });
  const json = async (_service: string, _path: string, init: { body?: unknown } = {}) => {
    const { questions } = init.body as { questions: Question[] };
    state.asked.push(questions);
    return { answers: questions.map(answer) };
  };
  return { state, files: new CatalogLiveFiles({ json: json as never }) };
}

const drive = 'ann' as DriveId;
const a = 'a' as BlobId;
const b = 'b' as BlobId;
const c = 'c' as BlobId;

describe('what catalog says of files', () => {
  it('is asked at each read: of an unchanged drive by its version alone', async () => {
    const { state, files } = catalog();
    expect(await files.isLive(drive, a)).toBe(true);
    expect(await files.isLive(drive, a)).toBe(true);
    expect(await files.isLive(drive, c)).toBe(false);
    expect(state.asked.flat().map(({ known }) => known)).toEqual([null, 1, null]);
    state.live.delete('a');
    state.version = 2;
    expect(await files.isLive(drive, a)).toBe(false);
    expect(await files.isLive(drive, b)).toBe(true);
  });

  it('is asked once for all who read at the same time, and again for who comes while it is asked', async () => {
    const { state, files } = catalog();
    const first = files.isLive(drive, a);
    await Promise.resolve();
    const others = [files.isLive(drive, b), files.isLive('ben' as DriveId, a), files.isLive(drive, c)];
    expect([await first, ...(await Promise.all(others))]).toEqual([true, true, true, false]);
    expect(state.asked.map((questions) => questions.map((each) => each.blobIds))).toEqual([
      [['a']],
      [['b', 'c'], ['a']],
    ]);
  });
});
