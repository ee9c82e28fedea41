import { DomainError, isDerivedFile, limits } from '@skyshelf/contracts';
import { shownFileType } from '@skyshelf/contracts/rules';
import { awaitConversion, type ConversionDeps, type Converted, type Owner } from './await-conversion.js';
import { demandedFile, type FileNamed } from './demanded-file.js';

/** Text and tables are told apart by their type, all other documents by what is in them. */
const textExtensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
};

/**
 * The PDF of a document: made at the first call.
 * @throws DomainError document.failed: there will be none; document.unsupported; and what `demandedFile` throws
 */
export async function convertDocument(
  deps: ConversionDeps,
  owner: Owner,
  named: FileNamed,
): Promise<Converted> {
  const file = await demandedFile(deps.elements, owner.drive, named);
  const { type, conversion, thumbnail } = shownFileType(file.kind, file.extension);
  if (type === 'application/pdf') return { ok: true, openElement: named.linkurl };
  if (conversion !== 'pdf') throw new DomainError('document.unsupported', { field: 'id' });
  const converted = await awaitConversion(deps, owner, named, file, {
    ...{ kind: 'pdf', failure: 'document.failed', waitMs: limits.documentWaitMs },
    extension: textExtensions[type] ?? file.extension ?? '',
  });
  if ('ok' in converted && !file.derived.page && thumbnail !== 'excerpt')
    await pictureFirstPage(deps, owner, named);
  return converted;
}

/** A document whose PDF is there gets its first page on its tile: with the first opening, or with the next when that was lost. */
async function pictureFirstPage(
  deps: ConversionDeps,
  { drive, sub }: Owner,
  named: FileNamed,
): Promise<void> {
  const { id: elementId, blobId, derived } = await demandedFile(deps.elements, drive, named);
  if (!isDerivedFile(derived.pdf)) return;
  const [source, input] = [{ blobId }, derived.pdf.blobId];
  await deps.jobs.demand({ kind: 'page', drive, elementId, source, input, actor: sub, trace: null });
  deps.wake();
}
