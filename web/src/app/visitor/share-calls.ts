import type { ElementView, OpenedShare } from '@skyshelf/contracts/browser';
import { beginVisit, below } from '../../shared/session/visit.js';

/** An answer that is no success; `code` is null where no service has answered. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: string | null,
    message: string,
  ) {
    super(message);
  }
}

const send = async <Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
  const response = await fetch(path, {
    method,
    referrerPolicy: 'no-referrer',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  if (response?.ok && answer) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: { code: string; message: string } };
  throw new Refusal(error?.code ?? null, error?.message ?? '');
};

const KEY = 'skyshelf:visit';

/** A reload opens nothing again while the cookie is good. */
const known = (token: string): string | null => {
  const [of, id] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  return of === token && id ? id : null;
};

/** @throws Refusal */
export async function openShare(token: string, password?: string): Promise<OpenedShare> {
  const id = password === undefined ? known(token) : null;
  if (id !== null) {
    beginVisit(id);
    const again = await send<OpenedShare>('GET', below('/api/share')).catch(() => null);
    if (again) return again;
  }
  const path = `/s/${encodeURIComponent(token)}/open`;
  const opened = await send<OpenedShare>('POST', path, password === undefined ? {} : { password });
  beginVisit(opened.id);
  sessionStorage.setItem(KEY, `${token} ${opened.id}`);
  return opened;
}

export interface Listed {
  docs: ElementView[];
  folderId: string;
  next?: string | null;
}

const PAGE = 500;

export type Sort = 'name' | 'modified' | 'size' | 'kind';

const descends: readonly Sort[] = ['modified', 'size'];

export const listFolder = (path: string, sort: Sort, after?: string): Promise<Listed> =>
  send('POST', below('/api/'), {
    url: path,
    sort,
    direction: descends.includes(sort) ? 'desc' : 'asc',
    limit: PAGE,
    after,
  });

export const search = (text: string): Promise<{ docs: ElementView[] }> =>
  send('POST', below('/api/search/'), { text, limit: 200 });
