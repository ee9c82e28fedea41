export const SEGMENT_SECONDS = 1;

/** A rest as short as this belongs to the segment before it, seconds. */
const SHORTEST_SECONDS = 0.1;

export const segmentCount = (duration: number): number =>
  Math.max(1, Math.ceil((duration - SHORTEST_SECONDS) / SEGMENT_SECONDS));

export type LiveFile = 'list' | 'head' | number;

/** Finds the file by its name in an address; null if there is none. */
export function liveFileOf(name: string): LiveFile | null {
  if (name === 'index.m3u8') return 'list';
  if (name === 'init.mp4') return 'head';
  const number = /^(\d{1,5})\.m4s$/.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/** Written before the segments: Chromium can't seek in a list that grows (RFC 8216). */
export function playlistOf(duration: number): string {
  const count = segmentCount(duration);
  const lengthOf = (segment: number) =>
    segment < count - 1 ? SEGMENT_SECONDS : duration - segment * SEGMENT_SECONDS;
  const segments = Array.from(
    { length: count },
    (_, segment) => `#EXTINF:${lengthOf(segment).toFixed(3)},\n${segment}.m4s\n`,
  );
  return [
    '#EXTM3U\n#EXT-X-VERSION:7\n',
    `#EXT-X-TARGETDURATION:${Math.ceil(SEGMENT_SECONDS + SHORTEST_SECONDS)}\n`,
    '#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI="init.mp4"\n',
    ...segments,
    '#EXT-X-ENDLIST\n',
  ].join('');
}

export interface Writing {
  from: number;
  next: number;
}

/** A segment due by then is waited for; else a process begins there. */
const PATIENCE_SECONDS = 2.5;
/** A player asks for a few in advance. */
const NEAR = 3;

export function startsSoon({ from, next }: Writing, segment: number, perSecond: number): boolean {
  const away = segment - next;
  return segment >= from && away < Math.max(NEAR, perSecond * PATIENCE_SECONDS);
}

/** A run that has ended, whose files are kept for those who still watch it. */
export interface EndedRun {
  bytes: number;
  /** The moment of a player's last request, in milliseconds. */
  asked: number;
}

const GRACE_MS = 60_000;
const MOST_KEPT_BYTES = 1024 ** 3;

/** Runs that no one reads are closed; of too many the longest unread, too. */
export function runsToClose<R extends EndedRun>(ended: readonly R[], now: number): R[] {
  let kept = 0;
  return ended
    .toSorted((a, b) => b.asked - a.asked)
    .filter(({ bytes, asked }) => {
      kept += bytes;
      return now - asked > GRACE_MS || kept > MOST_KEPT_BYTES;
    });
}
