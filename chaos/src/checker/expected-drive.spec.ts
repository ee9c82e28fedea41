import { describe, expect, it } from 'vitest';
import type { EndRecord, HistoryRecord, IntentionRecord } from '../history/records.js';
import { expectedDrives } from './expected-drive.js';

let n = 0;
const intend = (op: IntentionRecord['op'], payload: IntentionRecord['payload']): IntentionRecord => {
  n += 1;
  return { t: 'intend', n, user: 'u1', worker: 'w', op, key: `k${n}`, hash: '', payload, at: n };
};
const end = ({ n: number }: IntentionRecord, outcome: EndRecord['outcome'], id?: string): EndRecord => ({
  t: 'end',
  n: number,
  outcome,
  attempts: 1,
  status: 200,
  at: number,
  ...(id && { id }),
});

function expectation(...records: HistoryRecord[]) {
  const drive = expectedDrives(records).get('u1');
  if (!drive) throw new Error('no drive');
  return drive;
}

describe('what a user may expect', () => {
  const folder = intend('create', { folderId: 'root', name: 'papers' });
  const child = intend('create', { folderId: 'F', name: 'letter' });
  const made = [folder, end(folder, 'ok', 'F'), child, end(child, 'ok', 'C')];

  it('is the name last acknowledged', () => {
    const renamed = intend('rename', { ids: ['C'], name: 'poem' });
    expect([...expectation(...made, renamed, end(renamed, 'ok')).elements.get('C')!.names]).toEqual(['poem']);
  });

  it('is either name after a rename of which no one knows', () => {
    const renamed = intend('rename', { ids: ['C'], name: 'poem' });
    expect([...expectation(...made, renamed).elements.get('C')!.names]).toEqual(['letter', 'poem']);
  });

  it('goes with the folder above it', () => {
    const gone = intend('delete', { ids: ['F'] });
    const sure = expectation(...made, gone, end(gone, 'ok'));
    expect(sure.fate(sure.elements.get('C')!)).toBe('yes');
    const unsure = expectation(...made, gone);
    expect(unsure.fate(unsure.elements.get('C')!)).toBe('maybe');
  });

  it('may hold what was sent without an answer, and nothing that was refused', () => {
    const lost = intend('create', { folderId: 'root', name: 'perhaps' });
    const refused = intend('create', { folderId: 'root', name: 'no' });
    const drive = expectation(...made, lost, refused, end(refused, 'refused'));
    expect([...drive.maybe]).toEqual([['perhaps', 1]]);
  });
});
