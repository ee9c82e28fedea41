import { routes } from '@skyshelf/contracts';
import { apiClient, type RunningSkyshelf } from '@skyshelf/testing';
import { z } from 'zod';

/** The final message of an import. */
const outcome = z.object({
  action: z.enum(['success', 'error', 'progress']),
  payload: z.looseObject({
    error: z.looseObject({ message: z.string(), code: z.string().optional() }).optional(),
  }),
});

/** Node's WebSocket takes headers, which browsers' do not. */
const Socket = WebSocket as unknown as new (url: string, options: { headers: object }) => WebSocket;

/**
 * Brings an address as a page does, once: Uppy itself tries ten times. @returns the words of the refusal;
 * null when it has come
 */
export async function bring(
  skyshelf: RunningSkyshelf,
  token: string,
  url: string,
  name = url.slice(url.lastIndexOf('/') + 1),
): Promise<string | null> {
  const client = apiClient(skyshelf.url, token);
  const file = { name, size: null, type: '', source: 'url' as const };
  const { leave, warnings } = await client.call(routes.startImport, { body: { url: '/', file } });
  client.close();
  if (!leave) return warnings[0]?.message ?? '';
  const answer = await fetch(`${skyshelf.url}/companion/url/get`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, headers: { 'Import-Grant': leave.grant } }),
  });
  const told = z.looseObject({ token: z.string().optional(), message: z.string().optional() });
  const { token: upload, message } = told.parse(await answer.json());
  if (upload === undefined) return message ?? '';
  const address = `${skyshelf.url.replace('http', 'ws')}/companion/api/${upload}`;
  return endOf(new Socket(address, { headers: { cookie: `skyshelf=${token}` } }));
}

function endOf(socket: WebSocket): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  socket.addEventListener('message', ({ data }) => {
    const { action, payload } = outcome.parse(JSON.parse(String(data)));
    if (action !== 'progress') resolve(payload.error?.message ?? null);
  });
  socket.addEventListener('error', () => reject(new Error('The WebSocket could not be opened.')));
  socket.addEventListener('close', () => reject(new Error('The WebSocket was closed.')));
  return promise.finally(() => socket.close());
}
