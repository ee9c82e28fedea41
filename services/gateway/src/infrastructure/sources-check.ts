import type { HealthCheck } from '@skyshelf/service';
import type { CompanionLink } from '../application/companion-link.js';

/** Known once a user has asked for one; users only read that it is not set up. */
export const sourcesCheck = (companion: Pick<CompanionLink, 'hints'>): HealthCheck => ({
  name: 'gateway.sources',
  check: async () => {
    const hints = companion.hints();
    return hints.length > 0 ? { status: 'off', hint: hints.join(' ') } : { status: 'ok' };
  },
});
