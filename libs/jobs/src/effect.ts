export interface Effect<Tx> {
  /** Effects with the same key in one transaction are written in one go. */
  key: unknown;
  item: unknown;
  write(tx: Tx, items: readonly unknown[]): Promise<void>;
}

export const effect = <Tx>(write: (tx: Tx) => Promise<void>): Effect<Tx> => ({
  key: write,
  item: null,
  write,
});

/** `write` is called once for all jobs that end in one transaction. */
export const sharedEffect =
  <Tx, T>(write: (tx: Tx, items: readonly T[]) => Promise<void>) =>
  (item: T): Effect<Tx> => ({
    key: write,
    item,
    write: (tx, items) => write(tx, items as readonly T[]),
  });

export async function writeEffects<Tx>(tx: Tx, effects: readonly Effect<Tx>[]): Promise<void> {
  for (const [, alike] of Map.groupBy(effects, ({ key }) => key))
    await alike[0]?.write(
      tx,
      alike.map(({ item }) => item),
    );
}
