import type { Answer } from '@skyshelf/contracts/browser';

/** A folder as the browser holds it. */
export interface Listing extends Answer<'listFolder'> {
  /** What names the answer that this came with. */
  tag?: string | null;
}

/** As the version of a listing: any answer is newer. */
export const MUST_LIST_AGAIN = -1;

/**
 * What names this listing in a question whether it is still so: the tag begins with the version, and changes may have
 * brought the listing further since it came.
 */
export const tagOf = ({ tag, version }: Listing): string | undefined =>
  tag && version !== MUST_LIST_AGAIN ? tag.replace(/^W\/"\d+-/, `W/"${version}-`) : undefined;
