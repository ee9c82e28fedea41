import type { ElementView } from '@skyshelf/contracts/browser';
import { blobOfAddress, linkKinds } from '@skyshelf/contracts/kinds';
import { filePath } from '../files/paths.js';
import { below } from '../session/visit.js';

const kinds = new Map(linkKinds.map((kind) => [kind.name, kind]));

const pathOf = (_id: string, picture: number): string => below(`/files/preview/${_id}/${picture}`);

/** Is null when there is no picture. Our server fetches it: the page asks no provider. */
export function linkPicture({ _id, linktype, linkimg }: ElementView): string | null {
  const thumbnail = kinds.get(linktype)?.thumbnail;
  if (typeof thumbnail !== 'function' && thumbnail !== 'looked-up') return null;
  return linkimg !== null && blobOfAddress(linkimg) !== null ? filePath(linkimg) : pathOf(_id, 0);
}

export const linkFrames = ({ _id, linktype }: ElementView): string[] =>
  (kinds.get(linktype)?.frames?.('') ?? []).map((_, index) => pathOf(_id, index + 1));

interface Monogram {
  letter: string;
  /** The angle on the colour wheel in degrees, derived from the host. */
  hue: number;
}

const hostOf = (url: string): string => {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
};

export const monogramOf = (url: string, name: string): Monogram => {
  const host = hostOf(url);
  let hash = 7;
  for (const character of host || name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  const letter = [...(host || name).trim()].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '•';
  return { letter: letter.toUpperCase(), hue: hash % 360 };
};
