import type { OpenedShare } from '@skyshelf/contracts/browser';
import { beginVisit, below } from '../../shared/session/visit.js';
import { type FirstView, type ListedFolder, pathOfPage, topOf } from './first-view.js';
import { listFolder, Refusal, send } from './share-calls.js';

// The build writes this script into the page's head: it asks for what is shown first before other scripts are there.
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const KEY = 'skyshelf:visit';

/** A reload opens nothing again while the cookie is good. */
async function openAgain(): Promise<OpenedShare | null> {
  const [of, id] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  if (of !== token || !id) return null;
  beginVisit(id);
  return send<OpenedShare>('GET', below('/api/share')).catch(() => null);
}

async function open(password?: string): Promise<FirstView> {
  try {
    const again = password === undefined ? await openAgain() : null;
    const share =
      again ?? (await send<OpenedShare>('POST', `/s/${encodeURIComponent(token)}/open`, { password }));
    beginVisit(share.id);
    sessionStorage.setItem(KEY, `${token} ${share.id}`);
    return { share, folder: share.receives ? null : await listFirst(share).catch(() => null) };
  } catch (failure) {
    if (failure instanceof Refusal) return { code: failure.code, message: failure.message };
    throw failure;
  }
}

async function listFirst(share: OpenedShare): Promise<ListedFolder> {
  const asked = pathOfPage();
  const path = asked === '/' ? topOf(share) : asked;
  return { ...(await listFolder(path, 'name')), path };
}

window.link = { token, open, first: open() };
