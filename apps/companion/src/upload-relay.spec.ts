import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileOfForm } from './upload-relay.js';

const BOUNDARY = 'form-data-boundary-7x';
const incomplete = expect.objectContaining({ code: 'upload.incomplete' });

const formOf = (bytes: Uint8Array, end = `\r\n--${BOUNDARY}--\r\n\r\n`): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="provider"\r\n\r\nurl\r\n--${BOUNDARY}\r\n`,
    ),
    Buffer.from('Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: x/y\r\n\r\n'),
    bytes,
    Buffer.from(end),
  ]);

/** Sends pieces of so many bytes. */
function sent(
  form: Buffer,
  piece: number,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(form.length / piece) }, (_, n) =>
    form.subarray(n * piece, (n + 1) * piece),
  );
  const headers = { 'content-type': type };
  const request = Object.assign(Readable.from(pieces), { headers }) as unknown as IncomingMessage;
  return buffer(Readable.from(fileOfForm(request, 'file'), { objectMode: false }));
}

it('gives the bytes of the file as they are, however they come', async () => {
  const some = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .constantFrom(`\r\n--${BOUNDARY.slice(0, -1)}`, `-${BOUNDARY}--`, '\r\n\r\n', '\r\n--')
      .map((text) => Buffer.from(text)),
  );
  const content = fc
    .array(some, { maxLength: 4 })
    .map((all) => Buffer.concat(all))
    // A boundary is chosen so that it is nowhere in the bytes (RFC 2046, 5.1.1).
    .filter((bytes) => !bytes.includes(`--${BOUNDARY}`));
  await fc.assert(
    fc.asyncProperty(content, fc.integer({ min: 1, max: 300 }), async (bytes, piece) => {
      expect(await sent(formOf(bytes), piece)).toEqual(bytes);
    }),
  );
});

it.each(['', '\r\n', `\r\n--${BOUNDARY}\r\n`])('refuses a form that ends with %j', async (end) => {
  await expect(sent(formOf(Buffer.alloc(5000), end), 100)).rejects.toThrow(incomplete);
});

it('refuses what is no form, or has no file', async () => {
  const form = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="provider"\r\n\r\nurl\r\n--${BOUNDARY}--`,
  );
  await expect(sent(form, 100)).rejects.toThrow(incomplete);
  await expect(sent(Buffer.alloc(100), 100)).rejects.toThrow(incomplete);
  await expect(sent(formOf(Buffer.alloc(10)), 100, 'text/plain')).rejects.toThrow(incomplete);
});

it('refuses a form whose connection breaks off', async () => {
  const request = new PassThrough();
  request.write(formOf(Buffer.alloc(5000), ''));
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const file = fileOfForm(Object.assign(request, { headers }) as unknown as IncomingMessage, 'file');
  expect((await file.next()).done).toBe(false);
  request.destroy();
  await expect(buffer(file)).rejects.toThrow(incomplete);
});
