/** As much as is read at a go, and as a page can hold without being slow. */
export const MOST_TEXT_BYTES = 512 * 1024;

/**
 * The beginning of a text file that is not empty: UTF-8, or UTF-16 where it says so. What is neither is shown as far as it can be read.
 * @throws {Error} when the server does not give it
 */
export async function firstText(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { headers: { range: `bytes=0-${MOST_TEXT_BYTES - 1}` }, signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return decode(new Uint8Array(await answer.arrayBuffer()).subarray(0, MOST_TEXT_BYTES));
}

export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
