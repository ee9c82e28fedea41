import { DomainError, limits, requestedUpload, type RequestedUpload } from '@skyshelf/contracts';
import { checked, parseJson } from '@skyshelf/http';
import { ByteSource } from '../application/byte-source.js';

const refused = (field: string, message: string): DomainError =>
  new DomainError('input.invalid', { field, message });

/**
 * Leaves the files' bytes in `bytes`.
 * @param announced the length of all of it, when there is one
 * @throws DomainError `input.invalid`, `input.unreadable`, `upload.incomplete`: the bytes are others than the
 * line says
 */
export async function readBundleHead(bytes: ByteSource, announced: number | null): Promise<RequestedUpload> {
  const line = await bytes.line(limits.maxBundleHeadBytes);
  if (!line?.length)
    throw refused(
      '',
      'A bundle begins with a line of JSON that says which files it holds, then a line feed.',
    );
  const request = checked(requestedUpload, parseJson(line)) as RequestedUpload;
  const size = request.files.reduce((sum, file) => sum + file.size, 0);
  if (size > limits.maxBundleBytes)
    throw refused('files', `files: A bundle has at most ${limits.maxBundleBytes} bytes, these have ${size}.`);
  if (announced !== null && announced !== line.length + 1 + size) throw new DomainError('upload.incomplete');
  return request;
}
