/** An element as its owner sees it. */
export interface Listed {
  id: string;
  folderId: string;
  name: string;
  kind: string;
  linkurl: string | null;
  thumbnail: string | null;
}

interface View {
  _id: string;
  folderId: string;
  linkname: string;
  linktype: string;
  linkurl: string | null;
  thumbnailImage: string | null;
}

/** Calls of the checker to a gateway, as one user. */
export interface ApiReader {
  /** Lists everything from the root down, in order. Equal ids are kept: that is what is looked for. */
  everything(): Promise<Listed[]>;
  /** Status and bytes of a file; status 0 when no whole answer came. */
  file(address: string): Promise<{ status: number; bytes: Buffer }>;
}

const TIMEOUT_MS = 60_000;
const FILE_MS = 8_000;

/** @throws Error when a listing is refused */
export function apiReader(gateway: string, token: string): ApiReader {
  const headers = { authorization: `Bearer ${token}` };
  const list = async (folderId: string): Promise<View[]> => {
    const answer = await fetch(new URL('/api/', gateway), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ url: '/', folderId, defaultLinks: false }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status !== 200)
      throw new Error(`Listing ${folderId}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { docs: View[] }).docs;
  };
  return {
    everything: async () => {
      const found: Listed[] = [];
      const folders = ['root'];
      for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
        const views = await list(folder);
        found.push(...views.map(listed));
        folders.push(...views.filter(({ linktype }) => linktype === 'folder').map(({ _id }) => _id));
      }
      return found;
    },
    file: async (address) => {
      const path = `/files/${address.split('/').map(encodeURIComponent).join('/')}`;
      try {
        const answer = await fetch(new URL(path, gateway), { headers, signal: AbortSignal.timeout(FILE_MS) });
        return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
      } catch {
        // Also an answer that does not come to its end: bytes that were promised are not there.
        return { status: 0, bytes: Buffer.alloc(0) };
      }
    },
  };
}

const listed = ({ _id, folderId, linkname, linktype, linkurl, thumbnailImage }: View): Listed => ({
  id: _id,
  folderId,
  name: linkname,
  kind: linktype,
  linkurl,
  thumbnail: thumbnailImage,
});
