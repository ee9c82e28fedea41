/**
 * A source of ids that a test can predict: `folder-1`, `folder-2`, …
 * @param prefix the word before the number
 */
export function sequentialIds<Id extends string = string>(prefix = 'id'): () => Id {
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}-${last}` as Id;
  };
}
