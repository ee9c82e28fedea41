/** What a player in a frame has said. */
export type PlayerWord = 'alive' | 'ended' | 'failed';

/**
 * How a provider's player is talked to: by messages between windows, without a script of the provider's on our page.
 */
export interface PlayerProtocol {
  /** What is added to the address of its frame. */
  query(ownOrigin: string): Record<string, string>;
  /** Sent until it says its first word: asks it to tell of its end. */
  greeting: readonly unknown[];
  /** Null: nothing of interest. The message comes from the player's frame and origin; what is in it can be anything. */
  read(message: unknown): PlayerWord | null;
}

/** An object as it came, or as JSON; null for all else. */
export function messageFields(message: unknown): Readonly<Record<string, unknown>> | null {
  const parsed = typeof message === 'string' ? parse(message) : message;
  return isRecord(parsed) ? parsed : null;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
