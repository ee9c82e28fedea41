/**
 * The bytes of a file from one position up to another, or to its end.
 * @throws {Error} when the server does not give them
 */
export async function fetchRange(
  path: string,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await fetch(path, { headers: { range: `bytes=${from}-${to - 1}` }, signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return answer.status === 206 ? bytes.subarray(0, to - from) : bytes.subarray(from, to);
}

/** Two pieces of a file as one. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
