import {
  DomainError,
  uploadReceipt,
  type ElementView,
  type UploadReceipt,
  type Warning,
} from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import type { Account, Catalog } from '../catalog.js';
import { elementView } from '../element-view.js';
import { admitUpload } from './admit-upload.js';

export interface AdmittedFiles {
  ops: ElementView[];
  insertedIds: Record<string, string>;
  warnings: Warning[];
}

/**
 * The client's way to admit what it has uploaded. `ops` in the order sent; `insertedIds` by the place in what
 * was sent.
 * @throws DomainError upload.bad-receipt when one is not ours or another user's
 */
export async function admitReceipts(
  catalog: Catalog,
  account: Account,
  signed: readonly string[],
): Promise<AdmittedFiles> {
  const receipts = signed.map((receipt, index) => openReceipt(catalog, account, receipt, index));
  const origin = { actor: account.sub, trace: traceparentOf() };
  const now = catalog.clock.now().getTime();
  const admissions = await Promise.all(
    receipts.map(async (receipt) =>
      receipt.expires < now ? null : admitUpload(catalog, account.drive, receipt, origin),
    ),
  );
  const admitted: AdmittedFiles = { ops: [], insertedIds: {}, warnings: [] };
  for (const [index, admission] of admissions.entries()) {
    if (admission?.outcome === 'admitted') {
      admitted.ops.push(elementView(admission.row, admission.path, account.sub));
      admitted.insertedIds[index] = admission.row.id;
    } else {
      admitted.warnings.push(
        admission ? { index, ...refusalIn(admission) } : expired(index, receipts[index]?.name ?? ''),
      );
    }
  }
  return admitted;
}

const refusalIn = ({ name, code, message }: { name: string; code: string; message: string }) => ({
  name,
  code,
  message,
});

const expired = (index: number, name: string): Warning => {
  const { code, message } = new DomainError('upload.bad-receipt');
  return { index, name, code, message };
};

function openReceipt(catalog: Catalog, account: Account, signed: string, index: number): UploadReceipt {
  const opened = uploadReceipt.safeParse(catalog.signer.open(signed));
  if (opened.success && opened.data.drive === account.drive) return opened.data;
  throw new DomainError('upload.bad-receipt', { field: `files.${index}.receipt` });
}
