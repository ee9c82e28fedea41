import type { IncomingMessage } from 'node:http';
import { DomainError } from '@skyshelf/contracts';

const CRLF = '\r\n';
const HEAD_END = Buffer.from(`${CRLF}${CRLF}`);
/** What comes before a file: fields that Companion adds, and the part's own head. */
const MOST_BEFORE = 16 * 1024;

/**
 * The bytes of the last part of a form (RFC 7578), which is Companion's file. Of what it streams it says no length otherwise (`Content-Length: NaN`), so all comes
 * as forms, where the end is marked.
 * @param field the name of that part
 * @throws DomainError `upload.incomplete`: the form does not end as it must
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

/** Where the bytes of the part begin; -1 where its head has not come whole yet. */
function startOf(form: Buffer, field: string): number {
  const name = form.indexOf(`name="${field}"`);
  const head = name < 0 ? -1 : form.indexOf(HEAD_END, name);
  return head < 0 ? -1 : head + HEAD_END.length;
}
