import { vi } from 'vitest';

/**
 * Answers calls by their paths, each with what becomes its JSON, at once or later; all others are not there. To be
 * ended by `vi.unstubAllGlobals()`.
 */
export const serve = (answers: Readonly<Record<string, (body: never) => object | Promise<object>>>): void => {
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    const answer = answers[path.split('?', 1)[0] ?? ''];
    const notThere = { error: { code: 'folder.not-found', message: 'Page Not Found' } };
    if (!answer) return Response.json(notThere, { status: 404 });
    const given = await answer(JSON.parse(body ?? 'null') as never);
    return given instanceof Response ? given : Response.json(given);
  });
};
