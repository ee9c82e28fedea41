import { finished, type Readable } from 'node:stream';

/**
 * The chunks of a stream as they were read. Its own iterator joins those that wait into a new buffer, which
 * no one gives back. Left early, it ends the stream.
 * @throws the stream's error
 */
export async function* chunksAsRead(source: Readable): AsyncGenerator<Buffer> {
  const read: Buffer[] = [];
  let turn = Promise.withResolvers<void>();
  let end: { error: Error | null | undefined } | undefined;
  source.on('data', (chunk: Buffer) => {
    source.pause();
    read.push(chunk);
    turn.resolve();
  });
  finished(source, { writable: false }, (error) => {
    end = { error };
    turn.resolve();
  });
  try {
    for (;;) {
      await turn.promise;
      turn = Promise.withResolvers();
      yield* read.splice(0);
      if (end?.error) throw end.error;
      if (end) return;
      source.resume();
    }
  } finally {
    source.destroy();
  }
}
