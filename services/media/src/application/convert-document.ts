import { DomainError, isDerivedFile, limits } from '@skyshelf/contracts';
import { shownFileType } from '@skyshelf/contracts/rules';
import {
  awaitConversion,
  type ConversionDeps,
  type Converted,
  type Owner,
  demandedFile,
  type FileNamed,
} from './await-conversion.js';

/** Text and tables go by their type, other documents by their content. */
const textExtensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
};

/** @throws DomainError document.failed, document.unsupported; and as `demandedFile` */
export async function convertDocument(
  deps: ConversionDeps,
  owner: Owner,
  named: FileNamed,
): Promise<Converted> {
  const file = await demandedFile(deps.elements, owner, named);
  const { type, conversion, thumbnail } = shownFileType(file.kind, file.extension);
  if (type === 'application/pdf') return { ok: true, openElement: named.linkurl };
  if (conversion !== 'pdf') throw new DomainError('document.unsupported', { field: 'id' });
  const converted = await awaitConversion(deps, owner, named, file, {
    kind: 'pdf',
    failure: 'document.failed',
    waitMs: limits.documentWaitMs,
    extension: textExtensions[type] ?? file.extension ?? '',
  });
  if ('ok' in converted && !file.derived.page && thumbnail !== 'excerpt')
    await pictureFirstPage(deps, owner, named);
  return converted;
}

/** If it is lost, the next opening asks again. */
async function pictureFirstPage(deps: ConversionDeps, owner: Owner, named: FileNamed): Promise<void> {
  const { drive, sub } = owner;
  const { id: elementId, blobId, derived } = await demandedFile(deps.elements, owner, named);
  if (!isDerivedFile(derived.pdf)) return;
  await deps.jobs.demand({
    kind: 'page',
    drive,
    elementId,
    source: { blobId },
    input: derived.pdf.blobId,
    actor: sub,
    trace: null,
  });
  deps.wake();
}
