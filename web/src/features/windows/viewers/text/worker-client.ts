interface Question<Ask> {
  id: number;
  ask: Ask;
}
type Reply<Answer> = { id: number; answer: Answer } | { id: number; failure: string };

export interface WorkerClient<Ask, Answer> {
  /** @throws {Error} the worker fails or is too slow: it is ended, the next question starts another */
  ask(ask: Ask): Promise<Answer>;
  close(): void;
}

/**
 * Started by the first question.
 * @param limitMs of one question
 */
export function workerClient<Ask, Answer>(start: () => Worker, limitMs: number): WorkerClient<Ask, Answer> {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let lastId = 0;
  const close = (): void => {
    worker?.terminate();
    worker = null;
  };
  const askNow = (ask: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const own = (worker ??= start());
      const id = (lastId += 1);
      const settled = new AbortController();
      const settle = (settling: () => void): void => {
        clearTimeout(timer);
        settled.abort();
        settling();
      };
      const fail = (reason: string): void =>
        settle(() => {
          close();
          reject(new Error(reason));
        });
      const timer = setTimeout(() => fail('It took too long.'), limitMs);
      const { signal } = settled;
      own.addEventListener('error', ({ message }) => fail(message), { signal });
      own.addEventListener(
        'message',
        ({ data }: MessageEvent<Reply<Answer>>) => {
          if (data.id !== id) return;
          settle(() => ('answer' in data ? resolve(data.answer) : reject(new Error(data.failure))));
        },
        { signal },
      );
      own.postMessage({ id, ask } satisfies Question<Ask>, []);
    });
  return {
    // One at a time: the limit is one question's.
    ask(ask) {
      const asked = last.then(() => askNow(ask));
      last = asked.catch(() => undefined);
      return asked;
    },
    close,
  };
}

/** @param transferred moved instead of copied */
export function serveRequests<Ask, Answer>(
  answerOf: (ask: Ask) => Answer,
  transferred: (answer: Answer) => Transferable[] = () => [],
): void {
  self.addEventListener('message', ({ data: { id, ask } }: MessageEvent<Question<Ask>>) => {
    try {
      const answer = answerOf(ask);
      self.postMessage({ id, answer }, { transfer: transferred(answer) });
    } catch (failure) {
      self.postMessage({ id, failure: String(failure) }, { transfer: [] });
    }
  });
}
