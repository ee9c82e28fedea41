import { limits } from '@skyshelf/contracts';
import type { RouteRules } from './request-state.js';

/** Bytes. */
export const bodyLimitOf = (rules: RouteRules | undefined): number =>
  rules?.contract?.bodyLimit ?? (rules?.internal ? limits.maxBulkJsonBytes : limits.maxJsonBytes);
