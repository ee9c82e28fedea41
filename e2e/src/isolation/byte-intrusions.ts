import { filePath, routes } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { expect } from 'vitest';
import { expectNothingOf, refused, type Stage } from './stage.js';

/** What the intruder tries with the victim's bytes: uploads under way, files, archives. */
export const byteIntrusions: Record<string, (stage: Stage) => Promise<void>> = {
  startUpload: async ({ victim, intruder }) => {
    const files = [{ name: 'planted.bin', size: 3, type: '' }];
    refused(
      await intruder.client.send(routes.startUpload, {
        body: { url: '/', folderId: victim.folder._id, files },
      }),
      404,
    );
  },
  startImport: async ({ victim, intruder }) => {
    const file = { name: 'planted.bin', size: 3, type: '', source: 'url' } as const;
    const body = { url: '/', folderId: victim.folder._id, file };
    refused(await intruder.client.send(routes.startImport, { body }), 404);
  },
  admitUploads: async ({ victim, intruder }) => {
    const answer = await intruder.client.send(routes.admitUploads, {
      body: { url: '/', files: [{ receipt: victim.receipt }] },
    });
    if (answer.status === 200) expect(answer.body.docs.ops).toEqual([]);
    else refused(answer, 400, 403, 404);
  },
  sendBytes: async ({ victim, intruder }) => {
    refused(
      await intruder.client.send(routes.sendBytes, {
        bytes: victim.bytes,
        headers: { 'upload-grant': victim.singleGrant },
      }),
      400,
      403,
    );
  },
  sendBundle: async ({ victim, intruder }) => {
    const files = [{ name: 'planted.bin', size: 3, type: '' }];
    const head = JSON.stringify({ url: '/', folderId: victim.folder._id, files });
    refused(await intruder.client.send(routes.sendBundle, { bytes: Buffer.from(`${head}\nabc`) }), 404);
  },
  startParts: async ({ victim, intruder }) => {
    refused(await intruder.client.send(routes.startParts, { body: { grant: victim.partsGrant } }), 400, 403);
  },
  renewUpload: async ({ victim, intruder }) => {
    refused(await intruder.client.send(routes.renewUpload, { body: { grant: victim.partsGrant } }), 400, 403);
  },
  listUploads: async ({ victim, intruder }) => {
    const { uploads } = await intruder.client.call(routes.listUploads);
    expect(uploads.map(({ uploadId }) => uploadId)).not.toContain(victim.partsUploadId);
    expectNothingOf(victim, uploads);
  },
  sendPart: async ({ victim, intruder }) => {
    const own = new URL(intruder.partUrl, 'http://any').searchParams;
    const query = { expires: own.get('expires') ?? '', signature: own.get('signature') ?? '' };
    const params = { uploadId: victim.partsUploadId, partNumber: 1 };
    refused(
      await intruder.client.send(routes.sendPart, { params, query, bytes: victim.bytes }),
      400,
      401,
      403,
      404,
    );
  },
  completeParts: async ({ victim, intruder }) => {
    const params = { uploadId: victim.partsUploadId };
    refused(
      await intruder.client.send(routes.completeParts, {
        params,
        body: { parts: [{ partNumber: 1, etag: 'x' }] },
      }),
      404,
    );
  },
  abortParts: async ({ victim, intruder }) => {
    refused(
      await intruder.client.send(routes.abortParts, { params: { uploadId: victim.partsUploadId } }),
      404,
    );
  },
  importBookmarks: async ({ victim, intruder }) => {
    const body = { url: '/', file: victim.file._id };
    refused(await intruder.client.send(routes.importBookmarks, { body }), 404);
    const into = { url: '/', folderId: victim.folder._id, file: intruder.file._id };
    refused(await intruder.client.send(routes.importBookmarks, { body: into }), 404);
  },
  importedBookmarks: async ({ intruder }) => {
    refused(await intruder.client.send(routes.importedBookmarks, { query: { process: 'somebodys' } }), 404);
  },
  refusedBookmarks: async ({ intruder }) => {
    refused(await intruder.client.send(routes.refusedBookmarks, { query: { process: 'somebodys' } }), 404);
  },
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
  readTakeout: async ({ victim, intruder }) =>
    expectNothingOf(victim, await intruder.client.call(routes.readTakeout)),
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
