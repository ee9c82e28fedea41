import { blobOfAddress, DomainError, isDerivedFile, messages } from '@skyshelf/contracts';
import { shownFileType, sizeParts } from '@skyshelf/contracts/rules';
import {
  awaitConversion,
  type ConversionDeps,
  type Converted,
  type Owner,
  demandedFile,
  ownFile,
  type FileNamed,
} from './await-conversion.js';

/** Copied by then, or watchable as a rule, milliseconds. */
const SOON_MS = 5000;

/** @throws DomainError video.unplayable, video.too-large; and as `demandedFile` */
export async function convertVideo(deps: ConversionDeps, owner: Owner, named: FileNamed): Promise<Converted> {
  const file = await demandedFile(deps.elements, owner, named);
  const { kind, viewer } = shownFileType(file.kind, file.extension);
  if (kind !== 'video')
    throw new DomainError('input.invalid', { field: 'id', message: 'The file is not a video.' });
  // A list of addresses elsewhere.
  if (viewer === null) throw new DomainError('video.unplayable');
  if (file.size > deps.maxVideoBytes) {
    const message = messages.videoTooLarge(sizeParts(deps.maxVideoBytes).join(''));
    throw new DomainError('video.too-large', { message });
  }
  const conversion = { kind: 'mp4', failure: 'video.unplayable', waitMs: SOON_MS } as const;
  return awaitConversion(deps, owner, named, file, conversion);
}

/** @throws DomainError input.invalid for an address that is neither the file's nor its film's */
export async function recordPlayed(
  { elements }: Pick<ConversionDeps, 'elements'>,
  owner: Owner,
  { id, linkurl }: FileNamed,
): Promise<{ ok: true }> {
  const { blobId, derived } = await ownFile(elements, owner, id);
  const made = isDerivedFile(derived.mp4) ? derived.mp4.blobId : null;
  const played = blobOfAddress(linkurl);
  if (played !== null && (played === blobId || played === made)) return { ok: true };
  throw new DomainError('input.invalid', {
    field: 'linkurl',
    message: 'This is not the address of the video.',
  });
}
