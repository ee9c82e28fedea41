import type { Readable } from 'node:stream';
import { DomainError } from '@skyshelf/contracts';

type Done = (error: Error | null, bytes: Buffer) => void;
const nothing = Buffer.alloc(0);

/**
 * `done` is called once: with the bytes, `body.too-large`, or `input.unreadable` when the sender breaks off.
 */
export function readBody(body: Readable, limit: number, done: Done): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (error: Error | null): void => {
    body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    // Drained, so the sender can finish and read the answer.
    if (error) body.on('error', () => undefined).resume();
    const [only] = chunks;
    done(error, error || !only ? nothing : chunks.length === 1 ? only : Buffer.concat(chunks, size));
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) finish(new DomainError('body.too-large'));
    else chunks.push(chunk);
  };
  const onEnd = (): void => finish(null);
  const onError = (cause: Error): void => finish(new DomainError('input.unreadable', { cause }));
  const onClose = (): void =>
    finish(
      new DomainError('input.unreadable', { message: 'The request ended before its body was complete.' }),
    );
  body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
}
