/** Says nothing about the file, so the try doesn't count. */
export class Interruption extends Error {
  constructor(readonly why: 'stopping' | 'stepped aside' | 'lease lost') {
    super(`The try was broken off: ${why}.`);
    this.name = 'Interruption';
  }
}

/** The work goes on. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export class TimeIsUp extends Error {
  constructor(readonly timeoutMs: number) {
    super(`It took longer than ${timeoutMs / 1000} s.`);
    this.name = 'TimeIsUp';
  }
}
