import { finished, type Readable, type Writable } from 'node:stream';
import { giveBack } from './lent-buffers.js';

/** Lent buffers go back when the system has their bytes. Errors are left to others. */
function pass<T extends Writable>(source: Readable, target: T): T {
  source.on('data', (chunk: Buffer) => {
    const isTaken = target.write(chunk, (error) => {
      if (!error) giveBack(chunk);
    });
    if (!isTaken) source.pause();
  });
  source.once('end', () => target.end());
  target.on('drain', () => source.resume());
  return target;
}

/**
 * `pipeline(source, target)` for bytes in lent buffers.
 * @throws the source's error, after the target was destroyed; `ERR_STREAM_PREMATURE_CLOSE` when the target is gone
 */
export function relay(source: Readable, target: Writable): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  finished(source, { writable: false }, (error) => {
    if (!error) return;
    reject(error);
    target.destroy(error);
  });
  finished(target, { readable: false }, (error) => {
    if (!error) return resolve();
    reject(error);
    source.destroy(error);
  });
  pass(source, target);
  return promise;
}

/** Its `pipe` gives lent buffers back: for a framework that pipes an answer by itself. */
export const relayed = <S extends Readable>(source: S): S =>
  Object.assign(source, {
    pipe: <T extends NodeJS.WritableStream>(target: T): T => pass(source, target as T & Writable),
  });
