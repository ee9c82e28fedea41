import { DomainError, linkKinds, type ElementId } from '@skyshelf/contracts';
import type { Decision, DecisionContext } from './decision.js';
import { growth } from './counter-delta.js';
import { linkSize } from './link-size.js';
import { linkRow, type Made } from './made-rows.js';
import { linkUrl } from './link-url.js';
import { elementName, nameKey } from './names.js';
import { requireFreePlace, type Place } from './place.js';
import { tagsOf } from './tags.js';

export interface AddLink {
  name: string;
  nameKey: string;
  kind: string;
  url: string;
  tags: string[];
}

interface TypedLink {
  linkname: string;
  linktype: string;
  linkurl?: string | null;
  linktag?: string[];
}

/** @throws DomainError kind.unsupported, name.required, name.too-long, url.required, url.invalid */
export function toAddLink(typed: TypedLink): AddLink {
  const kind = linkKinds.find((known) => known === typed.linktype);
  if (!kind) throw new DomainError('kind.unsupported', { field: 'obj.linktype' });
  const name = elementName(typed.linkname, 'obj.linkname');
  return {
    name,
    nameKey: nameKey(name),
    kind,
    url: linkUrl(typed.linkurl, 'obj.linkurl'),
    tags: tagsOf(typed.linktag),
  };
}

/** @throws DomainError folder.not-found, depth.exceeded, name.exists */
export function decideAddLink(
  command: AddLink,
  place: Place,
  { newId, now }: DecisionContext,
): Decision<Made> {
  requireFreePlace(place, 'obj.linkname');
  const id = newId() as ElementId;
  const { name, kind, url, tags } = command;
  const size = linkSize(name, url);
  const delta = growth([{ kind, size }]);
  const placed = { id, parentId: place.folderId, name, nameKey: command.nameKey, tags };
  const event = { type: 'catalog.link.added' as const, ...placed, kind, url, image: null, size, delta };
  return { event, answer: { row: linkRow(event, { at: now, version: 0 }), path: place.path } };
}
