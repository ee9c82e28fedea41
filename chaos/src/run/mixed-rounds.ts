import type { Target } from '../target/target.js';

const mixableServices = ['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'] as const;
export type MixableService = (typeof mixableServices)[number];

/** @throws Error that names those there are */
export function mixableService(name: string): MixableService {
  const known = mixableServices.find((each) => each === name);
  if (!known) throw new Error(`--mixed takes one of ${mixableServices.join(', ')}, not ${name}`);
  return known;
}

/**
 * Changes the processes at the beginning of each round of two versions side by side: a present process comes among
 * those of the version before; one of that version is left among present ones; all go back, to what both have written.
 */
export function mixedTurns(
  service: MixableService,
  progress: (line: string) => void,
): ((target: Target) => Promise<void>)[] {
  const one = `${service}-1`;
  const turn = (what: string, isPrevious: (process: string) => boolean) => async (target: Target) => {
    if (!target.mix) throw new Error('There is no other version at hand');
    await target.mix(isPrevious);
    progress(what);
  };
  return [
    turn(`${one} is of this version, all others of the one before`, (each) => each !== one),
    turn(`${one} is of the version before, all others of this one`, (each) => each === one),
    turn('all are back on the version before', () => true),
  ];
}
