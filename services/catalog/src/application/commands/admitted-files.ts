import type { ElementView, OpId, Warning } from '@skyshelf/contracts';
import type { Admission } from '../../domain/admit-upload.js';
import { elementView } from '../element-view.js';

export interface AdmittedFiles {
  ops: ElementView[];
  insertedIds: Record<string, string>;
  warnings: Warning[];
  /** Of `ops`, in order. */
  operations: OpId[];
}

/** `ops` in the order sent, `insertedIds` by index. */
export function shownAdmissions(
  admissions: readonly { index: number; operation: OpId; admission: Admission }[],
  sub: string,
): AdmittedFiles {
  const shown: AdmittedFiles = { ops: [], insertedIds: {}, warnings: [], operations: [] };
  for (const { index, operation, admission } of admissions) {
    if (admission.outcome === 'admitted') {
      shown.ops.push(elementView(admission.row, admission.path, sub));
      shown.operations.push(operation);
      shown.insertedIds[index] = admission.row.id;
    } else {
      const { name, code, message } = admission;
      shown.warnings.push({ index, name, code, message });
    }
  }
  return shown;
}
