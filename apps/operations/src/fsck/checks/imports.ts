import type { Check, Problem } from '../check.js';
import { claimsOf } from '../../archive/restore-claim.js';

/** An interrupted import's drive is incomplete, and no one can sign in to it. */
export const imports: Check = {
  name: 'imports',
  *subjects(installation, scope) {
    const look = async (): Promise<Problem[]> => {
      const claims = await claimsOf(installation);
      return claims
        .filter(({ drive, underWay }) => !underWay && (scope.drive ?? drive) === drive)
        .map(({ drive }) => ({
          rule: 'import-ended',
          message: `An import of the drive ${drive} was broken off and has left some of it.`,
          about: { drive },
        }));
    };
    yield { service: 'catalog', drive: null, look };
  },
};
