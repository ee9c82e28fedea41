export type PlayerWord = 'alive' | 'ended' | 'failed';

/** Messages between windows, without a provider's script in our page. */
export interface PlayerProtocol {
  query(ownOrigin: string): Record<string, string>;
  /** Until its first word: asks for its end. */
  greeting: readonly unknown[];
  /** Null: of no interest. From the player's frame and origin, but of any content. */
  read(message: unknown): PlayerWord | null;
}

/** An object, also as JSON. */
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
