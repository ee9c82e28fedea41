import type { ElementView } from '@skyshelf/contracts/browser';
import { below } from '../../shared/session/visit.js';

/** An answer that is no success; `code` is null where no service has answered. */
export class Refusal extends Error {
  constructor(
    readonly code: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** @throws Refusal */
export const send = async <Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
  const response = await fetch(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  if (response?.ok && answer) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: { code: string; message: string } };
  throw new Refusal(error?.code ?? null, error?.message ?? '');
};

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
