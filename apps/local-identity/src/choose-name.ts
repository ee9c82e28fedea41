import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { type NameKeeper, readName } from './known-names.js';
import { choosePage, contentPolicy, messagePage } from './page.js';

export interface ChooseName {
  provider: Provider;
  names: NameKeeper;
  redirectUris: readonly string[];
}

const MAX_FORM = 8192;

/** `GET` and `POST /who/:uid`. */
export async function chooseName(
  parts: ChooseName,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const uid = await underWay(parts.provider, request, response);
  if (uid === null) {
    return send(
      parts,
      response,
      400,
      messagePage(
        'This sign-in has ended',
        'It took too long or was finished elsewhere. Go back to Skyshelf and log in again.',
      ),
    );
  }
  if (request.method !== 'POST') return send(parts, response, 200, choosePage(uid, parts.names.list()));
  const known = readName((await readForm(request))?.get('name'));
  if (!known)
    return send(
      parts,
      response,
      422,
      choosePage(uid, parts.names.list(), 'Please type a name with at least one letter or digit.'),
    );
  parts.names.remember(known);
  await parts.provider.interactionFinished(
    request,
    response,
    { login: { accountId: known.id } },
    { mergeWithLastSubmission: false },
  );
}

/** Is null unless the interaction fits the address. */
async function underWay(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string | null> {
  try {
    const { uid } = await provider.interactionDetails(request, response);
    return request.url?.split('?', 1)[0] === `/who/${uid}` ? uid : null;
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return null;
    throw error;
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_FORM) return null;
  }
  return new URLSearchParams(text);
}

function send({ redirectUris }: ChooseName, response: ServerResponse, status: number, page: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy(redirectUris.map((uri) => new URL(uri).origin)),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .end(page);
}
