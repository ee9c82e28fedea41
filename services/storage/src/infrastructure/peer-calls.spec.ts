import { driveId, elementId, type BlobId } from '@skyshelf/contracts';
import type { Reach } from '@skyshelf/tokens';
import { describe, expect, it } from 'vitest';
import { CatalogLiveFiles } from './peer-calls.js';

interface Question {
  drive: string;
  blobIds: string[];
  known: number | null;
  within?: string[];
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

const ann: Reach = { drive: driveId.parse('ann') };
const ben: Reach = { drive: driveId.parse('ben') };
const visitor: Reach = { ...ann, scope: { roots: [elementId.parse('album')] } };
const a = 'a' as BlobId;
const b = 'b' as BlobId;
const c = 'c' as BlobId;

describe('what catalog says of files', () => {
  it('is asked at each read: of an unchanged drive by its version alone', async () => {
    const { state, files } = catalog();
    expect(await files.isLive(ann, a)).toBe(true);
    expect(await files.isLive(ann, a)).toBe(true);
    expect(await files.isLive(ann, c)).toBe(false);
    expect(state.asked.flat().map(({ known }) => known)).toEqual([null, 1, null]);
    state.live.delete('a');
    state.version = 2;
    expect(await files.isLive(ann, a)).toBe(false);
    expect(await files.isLive(ann, b)).toBe(true);
  });

  it('is asked for each scope of its own: what the user may see, its visitors may not', async () => {
    const { state, files } = catalog();
    expect(await files.isLive(ann, a)).toBe(true);
    state.live.clear();
    const asked = [files.isLive(visitor, a), files.isLive(ann, a)];
    expect(await Promise.all(asked)).toEqual([false, true]);
    expect(state.asked.flat().map(({ known, within }) => [known, within])).toEqual([
      [null, undefined],
      [null, ['album']],
      [1, undefined],
    ]);
  });

  it('is asked once for all who read at the same time, and again for who comes while it is asked', async () => {
    const { state, files } = catalog();
    const first = files.isLive(ann, a);
    await Promise.resolve();
    const others = [files.isLive(ann, b), files.isLive(ben, a), files.isLive(ann, c)];
    expect([await first, ...(await Promise.all(others))]).toEqual([true, true, true, false]);
    expect(state.asked.map((questions) => questions.map((each) => each.blobIds))).toEqual([
      [['a']],
      [['b', 'c'], ['a']],
    ]);
  });
});
