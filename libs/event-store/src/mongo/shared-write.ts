interface Round<T> {
  items: T[];
  done: Promise<void>;
}

/**
 * Callers that come while a write runs share the next one. A single caller waits for no other; a failure
 * reaches all who share it.
 */
export function sharedWrite<T>(
  write: (items: readonly T[]) => Promise<void>,
): (items: readonly T[]) => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Round<T> | null = null;

  const run = async (items: readonly T[]): Promise<void> => {
    const mine = write(items).finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    await mine;
  };
  const after = async (before: Promise<void>, items: readonly T[]): Promise<void> => {
    await before.catch(() => {}); // Its own callers hear of it.
    next = null;
    await run(items);
  };

  return (items) => {
    if (items.length === 0) return Promise.resolve();
    if (!running) return run(items);
    if (next) {
      next.items.push(...items);
    } else {
      const collected = [...items];
      next = { items: collected, done: after(running, collected) };
    }
    return next.done;
  };
}
