import { DomainError, uploadReceipt, type UploadReceipt } from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import type { Account, Catalog } from '../catalog.js';
import type { Admission } from '../../domain/admit-upload.js';
import { admissionOf, admitUpload } from './admit-upload.js';
import { shownAdmissions, type AdmittedFiles } from './admitted-files.js';

/**
 * `ops` in the order sent; `insertedIds` by index.
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
    receipts.map(async (receipt, index) => ({
      index,
      operation: admissionOf(receipt),
      admission:
        receipt.expires < now ? expired(receipt) : await admitUpload(catalog, account.drive, receipt, origin),
    })),
  );
  return shownAdmissions(admissions, account.sub);
}

const expired = ({ name }: UploadReceipt): Admission => {
  const { code, message } = new DomainError('upload.bad-receipt');
  return { outcome: 'refused', name, code, message };
};

function openReceipt(catalog: Catalog, account: Account, signed: string, index: number): UploadReceipt {
  const opened = uploadReceipt.safeParse(catalog.signer.open(signed));
  if (opened.success && opened.data.drive === account.drive) return opened.data;
  throw new DomainError('upload.bad-receipt', { field: `files.${index}.receipt` });
}
