import { expect, it } from 'vitest';
import { providerConfig } from '../../domain/provider.js';
import { ProviderDirectory } from './provider-directory.js';
import { ProviderStrategies } from './provider-strategies.js';
import type { SignInAttempts } from './sign-in-attempts.js';

it('a provider whose secret has changed is asked with the new one from then on', async () => {
  const attempts = {} as SignInAttempts;
  const strategies = new ProviderStrategies(new ProviderDirectory(() => 0), {
    publicUrl: 'http://x',
    attempts,
  });
  const github = (clientSecret: string) =>
    providerConfig.parse({ kind: 'github', clientId: 'id', clientSecret });
  const first = await strategies.nameFor(github('old'));
  expect(await strategies.nameFor(github('old'))).toBe(first);
  expect(await strategies.nameFor(github('new'))).not.toBe(first);
});
