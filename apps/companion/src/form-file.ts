import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { DomainError } from '@skyshelf/contracts';

/** Companion's fields. */
const LIMITS = { fields: 16, fieldSize: 16 * 1024, headerSize: 16 * 1024, files: 1 };

/**
 * The bytes of a form's file, Companion's. It gives no valid length for streams (`Content-Length: NaN`), so all
 * comes as forms, whose end is marked.
 * @param field the file's name
 * @throws DomainError `upload.incomplete`: the form does not end as it must
 */
export async function* fileOfForm(request: IncomingMessage, field: string): AsyncGenerator<Buffer> {
  try {
    const { 'content-type': type = '' } = request.headers;
    const headers = { 'content-type': type };
    const form = new Busboy({ headers, limits: LIMITS, isPartAFile: (name) => name === field });
    const file = Promise.withResolvers<Readable>();
    const read = pipeline(request, form);
    form.on('file', (_name, bytes) => {
      // The parser emits its error here too, whether or not someone reads; a broken connection it does not pass on.
      bytes.on('error', () => undefined);
      read.catch((error: Error) => bytes.destroy(error));
      file.resolve(bytes);
    });
    read.then(() => file.reject(new Error(`The form has no ${field}.`)), file.reject);
    try {
      yield* await file.promise;
      await read;
    } finally {
      form.destroy();
    }
  } catch (cause) {
    throw new DomainError('upload.incomplete', { cause });
  }
}
