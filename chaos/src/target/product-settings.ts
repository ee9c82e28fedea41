/**
 * Settings under which the product runs in chaos: no limits on rates, and everything that waits for days
 * waits for seconds.
 */
export const chaosSettings: Record<string, string> = {
  NODE_ENV: 'production',
  RATE_UNLIMITED: '127.0.0.1,::1',
  STORAGE_KEEP_UNUSED_DAYS: '0',
  STORAGE_SWEEP_SECONDS: '2',
  STORAGE_ANNOUNCE_SECONDS: '1',
  MEDIA_LEASE_SECONDS: '15',
  MEDIA_TRIES: '20',
  MEDIA_STAND_BACK: 'false',
  LOG_LEVEL: 'warn',
};
