import { blobOfAddress, DomainError, isDerivedFile, messages } from '@skyshelf/contracts';
import { shownFileType, sizeParts } from '@skyshelf/contracts/rules';
import { awaitConversion, type ConversionDeps, type Converted, type Owner } from './await-conversion.js';
import { demandedFile, ownFile, type FileNamed } from './demanded-file.js';

/** What needs no more than another container is ready by then, and all else can be watched as a rule, milliseconds. */
const SOON_MS = 5000;

/**
 * The film as browsers play it: made at the first call.
 * @throws DomainError video.unplayable, video.too-large; and what `demandedFile` throws
 */
export async function convertVideo(deps: ConversionDeps, owner: Owner, named: FileNamed): Promise<Converted> {
  const file = await demandedFile(deps.elements, owner.drive, named);
  const { kind, viewer } = shownFileType(file.kind, file.extension);
  if (kind !== 'video')
    throw new DomainError('input.invalid', { field: 'id', message: 'The file is not a video.' });
  // A list of addresses elsewhere, not a film.
  if (viewer === null) throw new DomainError('video.unplayable');
  if (file.size > deps.maxVideoBytes) {
    const message = messages.videoTooLarge(sizeParts(deps.maxVideoBytes).join(''));
    throw new DomainError('video.too-large', { message });
  }
  const conversion = { kind: 'mp4', failure: 'video.unplayable', waitMs: SOON_MS } as const;
  return awaitConversion(deps, owner, named, file, conversion);
}

/**
 * The page plays the film from this address: of the file itself, or of what was made of it. Which one that is, is known here already.
 * @throws DomainError input.invalid for any other address
 */
export async function recordPlayed(
  { elements }: Pick<ConversionDeps, 'elements'>,
  { drive }: Owner,
  { id, linkurl }: FileNamed,
): Promise<{ ok: true }> {
  const { blobId, derived } = await ownFile(elements, drive, id);
  const made = isDerivedFile(derived.mp4) ? derived.mp4.blobId : null;
  const played = blobOfAddress(linkurl);
  if (played !== null && (played === blobId || played === made)) return { ok: true };
  throw new DomainError('input.invalid', {
    field: 'linkurl',
    message: 'This is not the address of the video.',
  });
}
