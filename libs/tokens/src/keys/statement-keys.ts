import type { StatementKeys } from '../statement-signer.js';
import type { CurrentKeys } from './installation-keys.js';

const NONE: readonly string[] = [];

/** Part addresses are storage's own, like receipts. */
export const statementKeys =
  (keys: CurrentKeys): StatementKeys =>
  (kind) => {
    if (kind === 'upload-grant' || kind === 'import-grant') return keys().grantKeys;
    // One service alone signs and opens these.
    if (kind === 'payer' || kind === 'captcha' || kind === 'notices') return keys().internalKeys;
    return kind === 'upload-receipt' || kind === 'part-address' ? keys().receiptKeys : NONE;
  };
