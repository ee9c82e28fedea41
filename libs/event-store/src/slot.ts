export const SLOTS = 64;

/**
 * 0–63: FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). Stored with each event, so it may never
 * change.
 */
export function slotOf(drive: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(drive)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % SLOTS;
}
