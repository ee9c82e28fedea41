import { blobOfAddress, filePath, type ElementView } from '@skyshelf/contracts/browser';
import { linkKinds } from '@skyshelf/contracts/rules';

const kinds = new Map(linkKinds.map((kind) => [kind.name, kind]));

const pathOf = (_id: string, picture: number): string => `/files/preview/${_id}/${picture}`;

/** Null without one. Our server fetches it: the page asks no provider. */
export function linkPicture({ _id, linktype, linkimg }: ElementView): string | null {
  const thumbnail = kinds.get(linktype)?.thumbnail;
  if (typeof thumbnail !== 'function' && thumbnail !== 'looked-up') return null;
  return linkimg !== null && blobOfAddress(linkimg) !== null ? filePath(linkimg) : pathOf(_id, 0);
}

export const linkFrames = ({ _id, linktype }: ElementView): string[] =>
  (kinds.get(linktype)?.frames?.('') ?? []).map((_, index) => pathOf(_id, index + 1));
