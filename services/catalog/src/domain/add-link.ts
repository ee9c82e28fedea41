import type { ElementId } from '@skyshelf/contracts';
import { type ConfiguredHosts, elementName, nameKey, tagsOf } from '@skyshelf/contracts/rules';
import { accepted } from './accepted.js';
import type { Decision, DecisionContext } from './decision.js';
import { growth } from './counter-delta.js';
import { linkSize } from './link-size.js';
import { linkRow, type Made } from './made-rows.js';
import { linkOfKind, type TypedAddress } from './link-of-kind.js';
import { requireFreeName, type TargetFolder } from './target-folder.js';

export interface AddLink {
  name: string;
  nameKey: string;
  kind: string;
  url: string;
  image: string | null;
  tags: string[];
}

export interface TypedLink extends TypedAddress {
  linkname: string;
  linktag?: string[];
}

/** @throws DomainError name.required, name.too-long, and those of `linkOfKind` */
export function toAddLink(typed: TypedLink, configured: ConfiguredHosts): AddLink {
  const name = accepted(elementName(typed.linkname), 'obj.linkname');
  return {
    name,
    nameKey: nameKey(name),
    ...linkOfKind(typed, configured),
    tags: tagsOf(typed.linktag),
  };
}

/** @throws DomainError folder.not-found, depth.exceeded, name.exists */
export function decideAddLink(
  command: AddLink,
  place: TargetFolder,
  { newId, now }: DecisionContext,
): Decision<Made> {
  requireFreeName(place, 'obj.linkname');
  const id = newId() as ElementId;
  const { name, kind, url, image, tags } = command;
  const size = linkSize(name, url);
  const delta = growth([{ kind, size }]);
  const placed = { id, parentId: place.folderId, name, nameKey: command.nameKey, tags };
  const event = { type: 'catalog.link.added' as const, ...placed, kind, url, image, size, delta };
  return { event, answer: { row: linkRow(event, { at: now, version: 0 }), path: place.path } };
}
