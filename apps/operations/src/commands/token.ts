import { z } from 'zod';
import { defineCommand } from './command.js';

export const token = defineCommand({
  name: 'token',
  summary: 'prints an access token, for scripts',
  details:
    'For the user who would sign in under this name at the local identity provider; the account is created on first use.',
  options: { user: { value: 'NAME', doc: 'whose token, must be given' } },
  input: z.strictObject({ user: z.string('Say whose: --user NAME').min(1).max(200) }),
  run: async (installation, input) => {
    const { issueToken } = await import('../issue-token.js');
    const issued = await issueToken(installation, input);
    return { ...issued, text: issued.access_token, exitCode: 0 };
  },
});
