import { linkKinds, matchLink, type LinkKind } from '@skyshelf/contracts/rules';
import type { MakingStatus } from './conversion.js';

export const pictureKinds = ['picture', 'frame1', 'frame2', 'frame3'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** The user sees it when the provider says that there is no picture; it is not asked again. For the user. */
export const NO_SUCH_PICTURE = 'This video has no such picture.';

/** It follows from the link, or its provider is asked. */
export type PictureSource = { address: string } | { oembed: string };

/** 0 is the provider's own, the others are frames. */
export function hasPicture(linkKind: string, picture: number): boolean {
  const kind = linkKinds.find(({ name }) => name === linkKind);
  if (!kind) return false;
  return picture === 0 ? isProvided(kind) : picture <= (kind.frames?.('').length ?? 0);
}

const isProvided = ({ thumbnail }: LinkKind): boolean =>
  typeof thumbnail === 'function' || thumbnail === 'looked-up';

/** Null: no provider serves the link. */
export function pictureSource(link: string, picture: number): PictureSource | null {
  const url = new URL(link);
  for (const kind of linkKinds.filter(isProvided)) {
    const id = matchLink(kind, url);
    if (id === null) continue;
    if (picture > 0) return addressOf(kind.frames?.(id)[picture - 1]);
    if (typeof kind.thumbnail === 'function') return addressOf(kind.thumbnail(id));
    if (kind.oembed) return { oembed: kind.oembed(id, link) };
  }
  return null;
}

const addressOf = (address: string | undefined): PictureSource | null =>
  address === undefined ? null : { address };

/** In milliseconds, a provider is left alone for this time with a picture that it did not send. */
export const FAILURE_KEPT_MS = 3600_000;
/** In seconds, a browser remembers for this time that there is none. */
const MISSING_KEPT_SECONDS = 7 * 86_400;
/** Catalog has learnt of the result within this time. */
const HEARD_MS = 60_000;

/** `refuse`: it failed not long ago, or its provider has none. */
export type PictureDecision = { do: 'wait' } | { do: 'again' } | { do: 'refuse'; keepSeconds: number };

export function decidePicture(status: MakingStatus | null, now: Date): PictureDecision {
  if (!status || status.open) return { do: 'wait' };
  const age = now.getTime() - (status.ended?.getTime() ?? 0);
  if (status.state === 'done') return { do: age > HEARD_MS ? 'again' : 'wait' };
  if (status.state !== 'failed') return { do: 'again' };
  if (status.reason === NO_SUCH_PICTURE) return { do: 'refuse', keepSeconds: MISSING_KEPT_SECONDS };
  if (age >= FAILURE_KEPT_MS) return { do: 'again' };
  return { do: 'refuse', keepSeconds: Math.ceil((FAILURE_KEPT_MS - age) / 1000) };
}
