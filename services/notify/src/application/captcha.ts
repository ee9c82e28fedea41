import type { captchaChallenge } from '@skyshelf/contracts';
import type { z } from 'zod';

export type Challenge = z.infer<typeof captchaChallenge>;
