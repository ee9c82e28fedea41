/** Each segment of a film that is watched while it is converted lasts so long, seconds: the first one is soon there, and a player may jump to each. */
export const SEGMENT_SECONDS = 1;

/** Behind the last whole segment a rest as short as this is part of it, seconds. */
const SHORTEST_SECONDS = 0.1;

/** How many segments a film of so many seconds has. */
export const segmentCount = (duration: number): number =>
  Math.max(1, Math.ceil((duration - SHORTEST_SECONDS) / SEGMENT_SECONDS));

/** What a player asks for. */
export type LiveFile = 'list' | 'head' | number;

/** By its name in an address; null: there is no such file. */
export function liveFileOf(name: string): LiveFile | null {
  if (name === 'index.m3u8') return 'list';
  if (name === 'init.mp4') return 'head';
  const number = /^(\d{1,5})\.m4s$/.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/**
 * The list of all segments, written before they are: a player knows the length at once, and may jump anywhere (RFC 8216; a list that grows is not seekable in
 * Chromium).
 */
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

/** A process that writes one segment after the other. */
export interface Writing {
  from: number;
  /** The next one to be written. */
  next: number;
}

/** A segment that is written within so many seconds is waited for; else a process begins at it. */
const PATIENCE_SECONDS = 2.5;
/** A player asks for a few in advance. */
const NEAR = 3;

/** Whether it comes to a segment soon, at so many segments a second. */
export function comesSoon({ from, next }: Writing, segment: number, perSecond: number): boolean {
  const away = segment - next;
  return segment >= from && away < Math.max(NEAR, perSecond * PATIENCE_SECONDS);
}
