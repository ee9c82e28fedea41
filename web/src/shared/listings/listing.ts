import type { Answer } from '@skyshelf/contracts/browser';

export interface Listing extends Answer<'listFolder'> {
  /** Names the answer this came with. */
  tag?: string | null;
}

/** A version older than any answer. */
export const MUST_LIST_AGAIN = -1;

/** For "still so?": it begins with the version, which changes may have raised since. */
export const tagOf = ({ tag, version }: Listing): string | undefined =>
  tag && version !== MUST_LIST_AGAIN ? tag.replace(/^W\/"\d+-/, `W/"${version}-`) : undefined;
