import type { ElementId, ReplacedFile, UploadedFile } from '@skyshelf/contracts';
import {
  admissionRefusal,
  replacementOf,
  uploadedFile,
  type Admission,
  type FinishedBytes,
} from './admit-upload.js';
import { fileRow } from './catalog-row.js';
import { growth, type Decision, type DecisionContext } from './decision.js';
import { decideReplace, rowAfter, type Replacement, type Replacing } from './replace-file.js';
import { namesFor, type StartUploadSlice } from './start-upload.js';

/** Refusals are no events: only the sender hears of them. */
export function decideAdmitBundle(
  files: readonly FinishedBytes[],
  slice: StartUploadSlice,
  { newId, now }: DecisionContext,
  { isLast }: { isLast: boolean },
): Decision<Admission[]> {
  const bundle = new Bundle(slice);
  const made: UploadedFile[] = [];
  const replacements: Replacement[] = [];
  const answer = files.map((sent): Admission => {
    const { bytes, old, refusal } = bundle.take(sent);
    if (refusal) return { outcome: 'refused', name: bytes.name, ...refusal };
    if (old) {
      replacements.push(replacementOf(bytes, old, now));
      return { outcome: 'admitted', row: old.row, path: old.path };
    }
    const file = uploadedFile(bytes, newId(), now);
    made.push(file);
    return { outcome: 'admitted', row: fileRow(file, { at: now, version: 0 }), path: slice.place.path };
  });
  if (replacements.length > 0) {
    const event = decideReplace(replacements, made, { room: slice.room, reserved: 0, isLast, now });
    const after = new Map(event.replaced.map((each) => [each.id, each]));
    return { event, answer: answer.map((each) => afterReplacement(each, after)) };
  }
  if (made.length === 0) return { event: null, answer };
  return { event: { type: 'catalog.files.uploaded', files: made, delta: growth(made) }, answer };
}

/** Earlier files of a bundle leave names and room to later ones. */
class Bundle {
  private readonly names;
  private room;

  constructor(private readonly slice: StartUploadSlice) {
    this.names = namesFor(slice);
    this.room = slice.room;
  }

  take(sent: FinishedBytes) {
    const { place, replaced } = this.slice;
    const known = replaced.get(sent.uploadId);
    const free = this.names.findFor(sent, known?.row);
    const old: Replacing | null = (free && known) ?? null;
    const bytes = { ...sent, name: free?.name ?? sent.name };
    const at = { place: { ...place, taken: free === null }, reservation: null, room: this.room };
    const refusal = admissionRefusal(bytes, { ...at, replaced: old });
    if (refusal || !free) return { bytes, old, refusal };
    this.names.giveFor(free, old?.row);
    const { used, count } = this.room;
    const grown = { used: used + bytes.size - (old?.row.size ?? 0), count: count + (old ? 0 : 1) };
    this.room = { ...this.room, ...grown };
    return { bytes, old, refusal };
  }
}

function afterReplacement(admission: Admission, replaced: ReadonlyMap<ElementId, ReplacedFile>): Admission {
  if (admission.outcome === 'refused') return admission;
  const change = replaced.get(admission.row.id);
  return change ? { ...admission, row: rowAfter(admission.row, change) } : admission;
}
