import { linkKinds, matchLink, type LinkKind } from '@skyshelf/contracts/rules';

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
