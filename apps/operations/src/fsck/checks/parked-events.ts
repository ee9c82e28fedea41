import { parkedOf } from '../../parked/parked-of.js';
import { consumerNames } from '../../services.js';
import type { Check } from '../check.js';

/** A parked drive lacks the effects of its later events. */
export const parkedEvents: Check = {
  name: 'parked events',
  *subjects(installation, scope) {
    for (const service of consumerNames) {
      yield {
        service,
        drive: null,
        look: async () =>
          (await parkedOf(installation, service))
            .filter((entry) => scope.drive === null || entry.drive === scope.drive)
            .map(({ event, drive, tries, error }) => ({
              rule: 'nothing-parked',
              message: `${event.type} (${event.id}) of drive ${drive} is parked after ${tries} tries: ${error.message}`,
              about: { drive },
            })),
      };
    }
  },
};
