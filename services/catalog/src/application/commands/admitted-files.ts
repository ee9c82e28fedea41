import type { ElementView, Warning } from '@skyshelf/contracts';
import type { Admission } from '../../domain/admit-upload.js';
import { elementView } from '../element-view.js';

export interface AdmittedFiles {
  ops: ElementView[];
  insertedIds: Record<string, string>;
  warnings: Warning[];
}

/** What became of files, each with its place in what was sent: `ops` in that order, `insertedIds` by the place. */
export function shownAdmissions(
  admissions: readonly { index: number; admission: Admission }[],
  sub: string,
): AdmittedFiles {
  const shown: AdmittedFiles = { ops: [], insertedIds: {}, warnings: [] };
  for (const { index, admission } of admissions) {
    if (admission.outcome === 'admitted') {
      shown.ops.push(elementView(admission.row, admission.path, sub));
      shown.insertedIds[index] = admission.row.id;
    } else {
      const { name, code, message } = admission;
      shown.warnings.push({ index, name, code, message });
    }
  }
  return shown;
}
