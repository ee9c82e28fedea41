import { afterEach, expect, it } from 'vitest';
import { runCompanion, type RunningCompanion } from '../testing/run-companion.js';

let companion: RunningCompanion | undefined;
afterEach(() => companion?.stop());

const signIn = async (env: Record<string, string>): Promise<Response> => {
  companion = await runCompanion(env);
  return companion.get('/companion/connect/dropbox');
};

it('answers nothing of a source that is off', async () => {
  const answer = await signIn({});
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 'route.not-found' } });
});

it('does not say by what it answers of a source that is on', async () => {
  const answer = await signIn({ dropboxKey: 'key', dropboxSecret: 'secret' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toMatch(/^https:\/\/www.dropbox.com\/oauth2/u);
  expect(answer.headers.get('x-powered-by')).toBeNull();
});
