import { randomBytes } from 'node:crypto';
import { limits, routes, type ElementView } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';

/**
 * A user with a folder, a link, a file inside, an upload in parts under way and another one whose bytes are
 * sent and whose receipt no one has used.
 */
export interface Person {
  name: string;
  token: string;
  client: ApiClient;
  folder: ElementView;
  link: ElementView;
  file: ElementView;
  bytes: Buffer;
  partsGrant: string;
  partsUploadId: string;
  partUrl: string;
  singleGrant: string;
  receipt: string;
}

export async function settle(skyshelf: RunningSkyshelf, name: string): Promise<Person> {
  const token = await skyshelf.token(name);
  const client = apiClient(skyshelf.url, token);
  const bytes = randomBytes(2000);
  const folderName = `papers of ${name}`;
  const folder = (
    await client.call(routes.addElement, {
      body: { url: '/', obj: { linkname: folderName, linktype: 'folder' } },
    })
  ).docs;
  const obj = { linkname: `link of ${name}`, linktype: 'website', linkurl: 'https://example.com/' };
  const link = (await client.call(routes.addElement, { body: { url: '/', obj } })).docs;
  const file = await uploadFile(client, {
    url: `/${folderName}/`,
    name: `secret of ${name}.bin`,
    type: 'application/octet-stream',
    bytes,
  });
  const large = {
    name: `large of ${name}.bin`,
    size: limits.maxSingleRequestBytes + 1000,
    type: 'application/octet-stream',
  };
  const small = { name: `small of ${name}.bin`, size: bytes.length, type: 'application/octet-stream' };
  const unused = { name: `unused of ${name}.bin`, size: bytes.length, type: 'application/octet-stream' };
  const { docs } = await client.call(routes.startUpload, {
    body: { url: '/', files: [large, small, unused] },
  });
  const [partsLeave, smallLeave, unusedLeave] = docs;
  if (!partsLeave || !smallLeave || !unusedLeave) throw new Error('no leave to upload');
  const parts = await client.call(routes.startParts, { body: { grant: partsLeave.grant } });
  const sent = await client.call(routes.sendBytes, { bytes, headers: { 'upload-grant': smallLeave.grant } });
  await admitted(client, small.name);
  return {
    name,
    token,
    client,
    folder,
    link,
    file,
    bytes,
    partsGrant: partsLeave.grant,
    partsUploadId: parts.uploadId,
    partUrl: parts.urls[0]?.url ?? '',
    singleGrant: unusedLeave.grant,
    receipt: sent.receipt,
  };
}

/** Bytes that arrived are admitted also when no one asks for it: waited for, so that the drive is at rest. */
async function admitted(client: ApiClient, name: string): Promise<void> {
  await eventually(
    async () => {
      const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      return docs.some(({ linkname }) => linkname === name);
    },
    { timeoutMs: 60_000, intervalMs: 50 },
  );
}
