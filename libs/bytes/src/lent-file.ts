import { read } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { borrow, giveBack, lend } from './lent-buffers.js';

/** Is read while what came before is written. */
const AHEAD = 512 * 1024;

/**
 * From `start` to `end`, both within; what is not there any more is left out. It owns the file: closed at the
 * end, on an error and when the stream is destroyed, but not while it is read.
 */
export function lentFile(handle: FileHandle, start: number, end: number): Readable {
  let at = start;
  let reading: (() => void) | null | undefined;
  return new Readable({
    highWaterMark: AHEAD,
    read() {
      if (at > end) return void this.push(null);
      const buffer = borrow();
      const wanted = Math.min(buffer.length, end - at + 1);
      reading = null;
      read(handle.fd, buffer, 0, wanted, at, (error, bytes) => {
        const whenRead = reading;
        reading = undefined;
        const chunk = lend(buffer, bytes);
        if (whenRead || error || bytes === 0) giveBack(chunk);
        if (whenRead) return whenRead();
        if (error) return void this.destroy(error);
        at += bytes;
        this.push(bytes === 0 ? null : chunk);
      });
    },
    destroy(error, done) {
      const close = () => void handle.close().then(() => done(error), done);
      if (reading === null) reading = close;
      else close();
    },
  });
}
