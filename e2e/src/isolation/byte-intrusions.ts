import { filePath, routes } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { expect } from 'vitest';
import {
  each,
  expectNothingOf,
  isRefused,
  refused,
  showsNothing,
  type Attempt,
  type Stage,
} from './stage.js';

const planted = { name: 'planted.bin', size: 3, type: '' };
const partsGrant = ({ victim }: Stage) => ({ body: { grant: victim.partsGrant } });

/** The intruder's attempts on the victim's bytes: uploads under way, files, archives. */
export const byteIntrusions: Record<string, Attempt> = {
  startUpload: isRefused(routes.startUpload, 404, ({ victim }) => ({
    body: { url: '/', folderId: victim.folder._id, files: [planted] },
  })),
  startImport: isRefused(routes.startImport, 404, ({ victim }) => ({
    body: { url: '/', folderId: victim.folder._id, file: { ...planted, source: 'url' as const } },
  })),
  admitUploads: async ({ victim, intruder }) => {
    const answer = await intruder.client.send(routes.admitUploads, {
      body: { url: '/', files: [{ receipt: victim.receipt }] },
    });
    if (answer.status === 200) expect(answer.body.docs.ops).toEqual([]);
    else refused(answer, 400, 403, 404);
  },
  sendBytes: isRefused(routes.sendBytes, [400, 403], ({ victim }) => ({
    bytes: victim.bytes,
    headers: { 'upload-grant': victim.singleGrant },
  })),
  sendBundle: isRefused(routes.sendBundle, 404, ({ victim }) => {
    const head = JSON.stringify({ url: '/', folderId: victim.folder._id, files: [planted] });
    return { bytes: Buffer.from(`${head}\nabc`) };
  }),
  startParts: isRefused(routes.startParts, [400, 403], partsGrant),
  renewUpload: isRefused(routes.renewUpload, [400, 403], partsGrant),
  listUploads: async ({ victim, intruder }) => {
    const { uploads } = await intruder.client.call(routes.listUploads);
    expect(uploads.map(({ uploadId }) => uploadId)).not.toContain(victim.partsUploadId);
    expectNothingOf(victim, uploads);
  },
  sendPart: isRefused(routes.sendPart, [400, 401, 403, 404], ({ victim, intruder }) => {
    const own = new URL(intruder.partUrl, 'http://any').searchParams;
    const query = { expires: own.get('expires') ?? '', signature: own.get('signature') ?? '' };
    return { params: { uploadId: victim.partsUploadId, partNumber: 1 }, query, bytes: victim.bytes };
  }),
  completeParts: isRefused(routes.completeParts, 404, ({ victim }) => ({
    params: { uploadId: victim.partsUploadId },
    body: { parts: [{ partNumber: 1, etag: 'x' }] },
  })),
  abortParts: isRefused(routes.abortParts, 404, ({ victim }) => ({
    params: { uploadId: victim.partsUploadId },
  })),
  importBookmarks: each(
    isRefused(routes.importBookmarks, 404, ({ victim }) => ({ body: { url: '/', file: victim.file._id } })),
    isRefused(routes.importBookmarks, 404, ({ victim, intruder }) => ({
      body: { url: '/', folderId: victim.folder._id, file: intruder.file._id },
    })),
  ),
  importedBookmarks: isRefused(routes.importedBookmarks, 404, () => ({ query: { process: 'somebodys' } })),
  refusedBookmarks: isRefused(routes.refusedBookmarks, 404, () => ({ query: { process: 'somebodys' } })),
  exportBookmarks: async ({ victim, intruder }) => {
    refused(
      await intruder.client.send(routes.exportBookmarks, { query: { folder: victim.folder._id } }),
      404,
    );
    const all = await intruder.client.send(routes.exportBookmarks, {});
    expect(all.bytes.includes(victim.name)).toBe(false);
  },
  readFile: async ({ skyshelf, victim, intruder }) => {
    const url = new URL(filePath(victim.file.linkurl ?? ''), skyshelf.url);
    const byHeader = await fetch(url, { headers: { authorization: `Bearer ${intruder.token}` } });
    expect(byHeader.status).toBe(404);
    const renamed = new URL(url.pathname.replace(/[^/]*$/, 'mine'), skyshelf.url);
    expect((await fetch(renamed, { headers: { authorization: `Bearer ${intruder.token}` } })).status).toBe(
      404,
    );
    expect((await fetch(url)).status).toBe(401);
  },
  download: async ({ victim, intruder }) => {
    const key0 = victim.file.linkurl ?? '';
    const own = intruder.file.linkurl ?? '';
    refused(await intruder.client.send(routes.download, { query: { key0 } }), 404);
    refused(await intruder.client.send(routes.download, { query: { key0: own, key1: key0 } }), 404);
    const folder = { query: { folder: victim.folder._id } };
    refused(await intruder.client.send(routes.download, folder), 404);
    const theirs = await victim.client.send(routes.download, folder);
    const headers = { range: 'bytes=0-', 'if-range': String(theirs.headers.etag) };
    refused(await intruder.client.send(routes.download, { ...folder, headers }), 404);
    const all = await intruder.client.send(routes.download, { query: { folder: 'root' } });
    expect(all.bytes.includes(intruder.name)).toBe(true);
    expect(all.bytes.includes(victim.name)).toBe(false);
  },
  readTakeout: showsNothing(routes.readTakeout),
  beginTakeout: async ({ victim, intruder }) => {
    const zip = await madeTakeout(intruder.client);
    expect([zip.bytes.includes(intruder.name), zip.bytes.includes(victim.name)]).toEqual([true, false]);
  },
  cancelTakeout: async ({ victim, intruder }) => {
    const { takeout } = await victim.client.call(routes.beginTakeout, { body: {} });
    const body = { id: takeout?.id ?? '' };
    refused(await intruder.client.send(routes.cancelTakeout, { body }), 404);
  },
  downloadTakeout: async ({ victim, intruder }) => {
    const theirs = await madeTakeout(victim.client);
    refused(await intruder.client.send(routes.downloadTakeout, { query: theirs.query }), 404);
    const headers = { range: 'bytes=0-', 'if-range': String(theirs.headers.etag) };
    refused(await intruder.client.send(routes.downloadTakeout, { query: theirs.query, headers }), 404);
  },
};

/** The first part of someone's takeout. */
async function madeTakeout(client: Stage['victim']['client']) {
  const current = await client.call(routes.readTakeout);
  if (current.takeout === null) await client.call(routes.beginTakeout, { body: {} });
  const id = await eventually(async () => {
    const { takeout } = await client.call(routes.readTakeout);
    return takeout?.state === 'ready' && takeout.id;
  });
  const query = { id, part: 1 };
  return { ...(await client.send(routes.downloadTakeout, { query })), query };
}
