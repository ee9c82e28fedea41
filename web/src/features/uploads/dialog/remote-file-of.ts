import type { RemoteFile } from '../remote/remote-file.js';
import type { HeadlessUppy, PickedFile } from './headless-uppy.js';

interface Client {
  headers(): Promise<Record<string, string>> | Record<string, string>;
}
const isClient = (value: unknown): value is Client =>
  typeof value === 'object' && value !== null && 'headers' in value && typeof value.headers === 'function';

/** Null for a file that is not elsewhere. */
export async function remoteFileOf(
  file: PickedFile,
  uppy: HeadlessUppy,
  source: RemoteFile['source'],
): Promise<RemoteFile | null> {
  if (!('remote' in file) || !file.remote?.url) return null;
  const client: unknown = uppy.getRequestClientForFile(file);
  const headers = isClient(client) ? await client.headers() : {};
  const { pathname, search } = new URL(file.remote.url, location.href);
  return {
    name: file.name,
    size: file.size ?? null,
    type: file.type,
    source,
    path: pathname.replace(/^\/companion\//, '') + search,
    body: { ...file.remote.body },
    headers,
  };
}
