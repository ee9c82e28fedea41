import type { IncomingMessage } from 'node:http';
import { DomainError } from '@skyshelf/contracts';

const CRLF = '\r\n';
const HEAD_END = Buffer.from(`${CRLF}${CRLF}`);
/** Companion's fields and the part's own head. */
const MOST_BEFORE = 16 * 1024;

/**
 * A form's last part (RFC 7578). Companion gives streams no valid length (`Content-Length: NaN`), so files
 * come as forms, whose end is marked.
 * @param field the part's name
 * @throws DomainError `upload.incomplete`: no proper end
 */
export async function* fileOfForm(request: IncomingMessage, field: string): AsyncGenerator<Buffer> {
  const boundary = /^multipart\/form-data;\s*boundary="?([\w'()+,./:=?-]{1,70})"?$/i.exec(
    request.headers['content-type'] ?? '',
  )?.[1];
  if (boundary === undefined) throw new DomainError('upload.incomplete');
  const end = Buffer.from(`${CRLF}--${boundary}--`);
  // The encoder ends the form with one or two line feeds.
  const most = end.length + 2 * HEAD_END.length;
  let begun = false;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of request as AsyncIterable<Buffer>) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (!begun) {
      const at = startOf(held, field);
      if (at < 0 && held.length > MOST_BEFORE) throw new DomainError('upload.incomplete');
      if (at < 0) continue;
      begun = true;
      held = held.subarray(at);
    }
    if (held.length <= most) continue;
    yield held.subarray(0, -most);
    held = held.subarray(-most);
  }
  const at = held.lastIndexOf(end);
  if (
    !begun ||
    at < 0 ||
    held
      .subarray(at + end.length)
      .toString()
      .trim() !== ''
  )
    throw new DomainError('upload.incomplete');
  if (at > 0) yield held.subarray(0, at);
}

/** -1 until the part's head is complete. */
function startOf(form: Buffer, field: string): number {
  const name = form.indexOf(`name="${field}"`);
  const head = name < 0 ? -1 : form.indexOf(HEAD_END, name);
  return head < 0 ? -1 : head + HEAD_END.length;
}
