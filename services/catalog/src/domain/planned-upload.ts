import {
  DomainError,
  limits,
  messages,
  type ErrorCode,
  type UploadId,
  type Warning,
} from '@skyshelf/contracts';
import {
  extensionOf,
  hasExtension,
  isTooLong,
  mediaType,
  nameKey,
  uploadName,
} from '@skyshelf/contracts/rules';

export interface RequestedFile {
  name: string;
  size: number;
  type: string;
  source: string;
  /** As its sender says. */
  modified?: number | undefined;
}

export interface PlannedUpload {
  index: number;
  uploadId: UploadId;
  name: string;
  nameKey: string;
  /** At most, where `upTo`. */
  size: number;
  upTo?: boolean;
  contentType: string;
  source: string;
  modified: number | undefined;
  /** For the user, whatever becomes of the upload. */
  remarks: Warning[];
  /** Known before anything is read. */
  refusal: Warning | null;
}

export interface UploadRules {
  /** Lower case, without the dot. */
  refusedExtensions: ReadonlySet<string>;
  /** For a name of unsafe characters only. */
  newStem(): string;
}

export function planUpload(
  file: RequestedFile,
  place: { index: number; uploadId: UploadId },
  rules: UploadRules,
): PlannedUpload {
  const { name, renamed } = uploadName(file.name, rules.newStem);
  const { index } = place;
  const remarks = renamed
    ? [{ index, name, code: 'name.renamed', message: messages.renamedUnsafe(file.name, name) }]
    : [];
  const contentType = mediaType(file.type, extensionOf(name));
  const planned = {
    ...place,
    name,
    nameKey: nameKey(name),
    size: file.size,
    contentType,
    source: file.source,
    modified: file.modified,
    remarks,
  };
  return { ...planned, refusal: refusalOf(planned, rules) };
}

function refusalOf(
  { index, name, size }: { index: number; name: string; size: number },
  rules: UploadRules,
): Warning | null {
  const refuse = (code: ErrorCode): Warning => ({
    index,
    name,
    code,
    message: new DomainError(code).message,
  });
  if (hasExtension(name, rules.refusedExtensions)) return refuse('type.not-allowed');
  if (isTooLong(name)) return refuse('name.too-long');
  if (size > limits.maxUploadBytes) return refuse('file.too-large');
  return null;
}
