import type { ElementId } from '@skyshelf/contracts';
import { elementName, nameKey, tagsOf, type ConfiguredHosts } from '@skyshelf/contracts/rules';
import { accepted, type Decision, type DecisionContext } from './decision.js';
import { growth, linkSize } from './counter-delta.js';
import { folderRow, type Made, linkRow } from './made-rows.js';
import { requireFreeName, type TargetFolder } from './target-folder.js';
import { linkOfKind, type TypedAddress } from './link-of-kind.js';

export interface CreateFolder {
  name: string;
  nameKey: string;
  tags: string[];
}

export function toCreateFolder(typed: { linkname: string; linktag?: string[] }): CreateFolder {
  const name = accepted(elementName(typed.linkname), 'obj.linkname');
  return { name, nameKey: nameKey(name), tags: tagsOf(typed.linktag) };
}

export function decideCreateFolder(
  command: CreateFolder,
  place: TargetFolder,
  { newId, now }: DecisionContext,
): Decision<Made> {
  requireFreeName(place, 'obj.linkname');
  const id = newId() as ElementId;
  const { name, nameKey: key, tags } = command;
  const delta = growth([{ kind: 'folder', size: 0 }]);
  const event = {
    type: 'catalog.folder.created' as const,
    id,
    parentId: place.folderId,
    name,
    nameKey: key,
    tags,
    delta,
  };
  const answer = { row: folderRow(event, { at: now, version: 0 }), path: place.path };
  return { event, answer, bounds: { depth: (place.chain?.length ?? 0) + 1 } };
}

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

export function toAddLink(typed: TypedLink, configured: ConfiguredHosts): AddLink {
  const name = accepted(elementName(typed.linkname), 'obj.linkname');
  return {
    name,
    nameKey: nameKey(name),
    ...linkOfKind(typed, configured),
    tags: tagsOf(typed.linktag),
  };
}

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
