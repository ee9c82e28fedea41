/**
 * FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/), modulo the count. Consumers order by version,
 * so a topic may grow though a drive's events then lie on two partitions for a while.
 */
export function partitionOf(drive: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(drive)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % partitions;
}
