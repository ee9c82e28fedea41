import { admissionRefusal, uploadedFile, type Admission, type FinishedBytes } from './admit-upload.js';
import { growth } from './counter-delta.js';
import type { Decision, DecisionContext } from './decision.js';
import { FreeNames } from './free-names.js';
import { fileRow } from './made-rows.js';
import { asItem, type StartUploadSlice } from './start-upload.js';

/** Refusals are no events: only the sender hears of these bytes, and unnamed bytes are removed. */
export function decideAdmitBundle(
  files: readonly FinishedBytes[],
  { place, taken, conflict, room: before }: StartUploadSlice,
  { newId, now }: DecisionContext,
): Decision<Admission[]> {
  const names = new FreeNames(taken, conflict);
  let room = before;
  const made = [];
  const answer: Admission[] = [];
  for (const sent of files) {
    const free = names.find(asItem(sent));
    const bytes = { ...sent, name: free?.name ?? sent.name };
    const at = { place: { ...place, taken: free === null }, reservation: null, room };
    const refusal = admissionRefusal(bytes, at);
    if (refusal) {
      answer.push({ outcome: 'refused', name: bytes.name, ...refusal });
      continue;
    }
    if (free) names.give({ class: 'item', nameKey: free.nameKey });
    const file = uploadedFile(bytes, newId());
    room = { ...room, used: room.used + bytes.size, count: room.count + 1 };
    made.push(file);
    answer.push({ outcome: 'admitted', row: fileRow(file, { at: now, version: 0 }), path: place.path });
  }
  if (made.length === 0) return { event: null, answer };
  return { event: { type: 'catalog.files.uploaded', files: made, delta: growth(made) }, answer };
}
