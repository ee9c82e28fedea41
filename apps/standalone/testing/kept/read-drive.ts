import { createHash } from 'node:crypto';
import { blobOfAddress, routes, type ElementView } from '@skyshelf/contracts';
import type { ApiClient } from '@skyshelf/testing';

/**
 * All that a person sees of a drive: every folder, the bytes of every file, tags, room, settings. What came
 * to be after a moment is named only.
 */
export async function readDrive(client: ApiClient, kept: Date): Promise<Record<string, unknown>> {
  const known = (element: ElementView) => knownPart(element, kept);
  const folders: Record<string, unknown[]> = {};
  const hashes: Record<string, string> = {};
  const waiting = ['/'];
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const { docs } = await client.call(routes.listFolder, { body: { url, defaultLinks: false } });
    folders[url] = brief(docs.map(known));
    for (const element of docs) {
      if (element.linktype === 'folder') waiting.push(`${url}${element.linkname}/`);
      for (const address of [element.linkurl, element.thumbnailImage]) {
        const blobId = blobOfAddress(address ?? '');
        if (blobId) hashes[blobId] ??= await hashOf(client, blobId, element.linkname);
      }
    }
  }
  const { result } = await client.call(routes.usage, { body: {} });
  const { docs: tags } = await client.call(routes.listTags);
  const settings = await client.call(routes.readSettings);
  // The description says the same in words, which may change.
  // Trash and histories become empty by themselves.
  const { description: _, kept: __, history: ___, ...usage } = result;
  return { folders, hashes, usage, tags, settings };
}

const WHOLE = 12;

const brief = (elements: readonly object[]): unknown[] =>
  elements.length <= WHOLE
    ? [...elements]
    : [elements[0], `${elements.length} elements, SHA-256 ${sha256(JSON.stringify(elements))}`];

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

const LATER = 'later';

/** An element made after the moment has an id and a date of its own each time. */
function knownPart(element: ElementView, kept: Date): object {
  if (new Date(element.date) <= kept) return element;
  return { ...element, date: LATER, _id: LATER, folderId: LATER };
}

async function hashOf(client: ApiClient, blobId: string, name: string): Promise<string> {
  const { status, bytes } = await client.send(routes.readFile, { params: { blobId, name } });
  return `${status} ${sha256(bytes)}`;
}
