import type { captchaChallenge } from '@skyshelf/contracts';
import type { z } from 'zod';

/** What a browser is to solve. */
export type Challenge = z.infer<typeof captchaChallenge>;
