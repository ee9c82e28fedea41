import type { ElementId } from '@skyshelf/contracts';
import { elementName, nameKey, tagsOf } from '@skyshelf/contracts/rules';
import { accepted } from './accepted.js';
import type { Decision, DecisionContext } from './decision.js';
import { growth } from './counter-delta.js';
import { folderRow, type Made } from './made-rows.js';
import { requireFreeName, type TargetFolder } from './target-folder.js';

export interface CreateFolder {
  name: string;
  nameKey: string;
  tags: string[];
}

/** @throws DomainError name.required, name.too-long */
export function toCreateFolder(typed: { linkname: string; linktag?: string[] }): CreateFolder {
  const name = accepted(elementName(typed.linkname), 'obj.linkname');
  return { name, nameKey: nameKey(name), tags: tagsOf(typed.linktag) };
}

/** @throws DomainError folder.not-found, depth.exceeded, name.exists */
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
