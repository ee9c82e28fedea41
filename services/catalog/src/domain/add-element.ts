import { type ElementId, DomainError, limits } from '@skyshelf/contracts';
import {
  elementName,
  nameKey,
  numberedName,
  tagsOf,
  type ConfiguredHosts,
  linkKindOf,
} from '@skyshelf/contracts/rules';
import { accepted, type Decision, type DecisionContext, growth, linkSize } from './decision.js';
import { folderRow, type Made, linkRow } from './catalog-row.js';
import { requireFreeName, type TargetFolder } from './target-folder.js';
import { linkOfKind, type TypedAddress, addressOfKind, type KnownLink } from './link-of-kind.js';
import { freeName } from './free-names.js';

export interface CreateFolder {
  name: string;
  nameKey: string;
  tags: string[];
}

export function toCreateFolder(
  typed: { linkname: string; linktag?: string[] },
  number?: number,
): CreateFolder {
  const wanted = accepted(elementName(typed.linkname), 'obj.linkname');
  const name = number === undefined ? wanted : numberedName(wanted, number, false);
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

interface AddPlaylist {
  name: string;
  nameKey: string;
  url: string | null;
  tags: string[];
  /** The links are in the playlist's order, each name once. */
  links: (KnownLink & { name: string; nameKey: string; tags: string[] })[];
}

export interface TypedPlaylist {
  name: string;
  linkurl?: string | null;
  linktag?: string[];
  obj: readonly (Omit<TypedLink, 'linktype'> & { linktype?: string })[];
}

/** The provider's titles of hidden videos. */
const unseen = /^(?:private|deleted) video$/i;

export function toAddPlaylist(typed: TypedPlaylist, configured: ConfiguredHosts): AddPlaylist {
  const name = accepted(elementName(typed.name), 'name');
  const taken = new Set<string>();
  const links = typed.obj.flatMap((item, index) => {
    if (unseen.test(item.linkname.trim())) return [];
    const link = linkOfKind(asVideo(item, index), configured, fieldsOf(index));
    const free = freeName(titleOf(item.linkname), (key) => taken.has(key));
    taken.add(free.nameKey);
    return [{ ...link, ...free, tags: tagsOf(item.linktag) }];
  });
  if (links.length === 0) throw new DomainError('playlist.empty', { field: 'obj' });
  return {
    name,
    nameKey: nameKey(name),
    url: playlistUrl(typed.linkurl),
    tags: tagsOf(typed.linktag),
    links,
  };
}

const fieldsOf = (index: number) => ({
  linktype: `obj.${index}.linktype`,
  linkurl: `obj.${index}.linkurl`,
  linkimg: `obj.${index}.linkimg`,
});

/** A playlist holds videos of its own provider. */
function asVideo<T extends { linktype?: string }>(item: T, index: number): T & { linktype: string } {
  const { linktype = 'youtube' } = item;
  if (linktype !== 'youtube') throw new DomainError('kind.unsupported', { field: fieldsOf(index).linktype });
  return { ...item, linktype };
}

/** Symbols only, or a very long title, must not lose the video. */
function titleOf(title: string): string {
  const checked = elementName([...title].slice(0, limits.maxNameCharacters).join(''));
  return checked.refusal === 'name.required' ? 'video' : accepted(checked, 'obj');
}

function playlistUrl(typed: string | null | undefined): string | null {
  const kind = linkKindOf('playlist');
  return typed && kind ? addressOfKind(kind, typed, {}, 'linkurl').url : null;
}

interface AddedPlaylist {
  folder: ElementId;
  links: ElementId[];
  path: string;
}

export function decideAddPlaylist(
  command: AddPlaylist,
  place: TargetFolder,
  { newId }: Pick<DecisionContext, 'newId'>,
): Decision<AddedPlaylist> {
  requireFreeName(place, 'name');
  const depth = (place.chain?.length ?? 0) + 1;
  if (depth + 1 > limits.maxDepth) throw new DomainError('depth.exceeded');
  const { name, nameKey: key, url, tags } = command;
  const folder = { id: newId() as ElementId, parentId: place.folderId, name, nameKey: key, tags, url };
  const links = command.links.map((link) => ({
    ...link,
    id: newId() as ElementId,
    parentId: folder.id,
    size: linkSize(link.name, link.url),
  }));
  const delta = growth([{ kind: 'folder', size: 0 }, ...links]);
  const event = { type: 'catalog.playlist.added' as const, folder, links, delta };
  if (JSON.stringify(event).length > limits.maxEventBytes)
    throw new DomainError('selection.too-large', { field: 'obj' });
  const answer = { folder: folder.id, links: links.map(({ id }) => id), path: place.path };
  return { event, answer, bounds: { depth } };
}
