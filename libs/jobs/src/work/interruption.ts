/** Why a try was broken off from outside. That says nothing about the file, so the try does not count. */
export class Interruption extends Error {
  constructor(readonly why: 'stopping' | 'stepped aside' | 'lease lost') {
    super(`The try was broken off: ${why}.`);
    this.name = 'Interruption';
  }
}

/** A promise that gives up when the signal aborts, with its reason, whatever becomes of the work. */
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

/** A try has taken longer than its kind allows. */
export class TimeIsUp extends Error {
  constructor(readonly timeoutMs: number) {
    super(`It took longer than ${timeoutMs / 1000} s.`);
    this.name = 'TimeIsUp';
  }
}
