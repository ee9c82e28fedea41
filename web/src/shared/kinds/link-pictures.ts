import { blobOfAddress, filePath, type ElementView } from '@skyshelf/contracts/browser';
import { linkKinds } from '@skyshelf/contracts/rules';

const kinds = new Map(linkKinds.map((kind) => [kind.name, kind]));

const pathOf = (_id: string, picture: number): string => `/files/preview/${_id}/${picture}`;

/**
 * Where the picture of a video is that its provider shows; null for what no provider serves. Our server has it, or
 * fetches it: the page asks no provider.
 */
export function linkPicture({ _id, linktype, linkimg }: ElementView): string | null {
  const thumbnail = kinds.get(linktype)?.thumbnail;
  if (typeof thumbnail !== 'function' && thumbnail !== 'looked-up') return null;
  return linkimg !== null && blobOfAddress(linkimg) !== null ? filePath(linkimg) : pathOf(_id, 0);
}

/** Where frames of a video are, in their order; none for most. */
export const linkFrames = ({ _id, linktype }: ElementView): string[] =>
  (kinds.get(linktype)?.frames?.('') ?? []).map((_, index) => pathOf(_id, index + 1));
