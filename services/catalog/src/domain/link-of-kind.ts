import { DomainError } from '@skyshelf/contracts';
import {
  type ConfiguredHosts,
  linkAddress,
  type LinkKind,
  linkKindOf,
  matchLink,
} from '@skyshelf/contracts/rules';
import { accepted } from './decision.js';

export interface KnownLink {
  kind: string;
  url: string;
  image: string | null;
}

export interface TypedAddress {
  linktype: string;
  linkurl?: string | null;
  linkimg?: string | null;
}

export interface AddressFields {
  linktype: string;
  linkurl: string;
  linkimg: string;
}

const inObj: AddressFields = { linktype: 'obj.linktype', linkurl: 'obj.linkurl', linkimg: 'obj.linkimg' };

export function linkOfKind(typed: TypedAddress, configured: ConfiguredHosts, fields = inObj): KnownLink {
  const kind = linkKindOf(typed.linktype, configured);
  if (!kind) throw new DomainError('kind.unsupported', { field: fields.linktype });
  const { url, id } = addressOfKind(kind, typed.linkurl, configured, fields.linkurl);
  if (kind.folder)
    throw new DomainError('kind.unsupported', {
      field: fields.linktype,
      message: 'A playlist is added together with its videos.',
    });
  return { kind: kind.name, url, image: imageOf(kind, id, typed.linkimg, fields.linkimg) };
}

export function addressOfKind(
  kind: LinkKind,
  linkurl: string | null | undefined,
  configured: ConfiguredHosts,
  field: string,
): { url: string; id: string } {
  const typed = accepted(linkAddress(linkurl), field);
  const parsed = new URL(typed);
  const id = matchLink(kind, parsed, configured);
  if (id === null) throw new DomainError(kind.wrong, { field });
  return { url: kind.stored(typed, id, parsed), id };
}

/** A picture said to be looked up must be at a public address, like the link. */
function imageOf(
  { thumbnail }: LinkKind,
  id: string,
  lookedUp: string | null | undefined,
  field: string,
): string | null {
  if (typeof thumbnail === 'function') return thumbnail(id);
  return thumbnail === 'looked-up' && lookedUp ? accepted(linkAddress(lookedUp), field) : null;
}
