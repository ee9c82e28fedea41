/** When a pool looks for jobs, and for which. */
export interface Looks {
  isStopped: boolean;
  look: 'none' | 'under way' | 'to be repeated';
  /** An answer was lost: there may be jobs under our name that no one works on. */
  isUnsure: boolean;
  /** Slow jobs are few: looked for from time to time, and right after one. */
  mayHaveSlow: boolean;
}

export const stopped: Looks = { isStopped: true, look: 'none', isUnsure: false, mayHaveSlow: true };

const changes = {
  started: () => ({ isStopped: false }),
  stopped: () => ({ isStopped: true }),
  woken: ({ isStopped, look }) =>
    isStopped ? {} : { look: look === 'none' ? 'under way' : 'to be repeated' },
  lookBegan: () => ({ look: 'under way' }),
  lookEnded: () => ({ look: 'none' }),
  slowMayWait: () => ({ mayHaveSlow: true }),
  noSlowWaits: () => ({ mayHaveSlow: false }),
  answerLost: () => ({ isUnsure: true }),
  unknownLetGo: () => ({ isUnsure: false }),
} satisfies Record<string, (looks: Looks) => Partial<Looks>>;

export type LookEvent = keyof typeof changes;

export const evolve = (looks: Looks, event: LookEvent): Looks => ({ ...looks, ...changes[event](looks) });

export const looksAgain = ({ look, isStopped }: Looks): boolean => look === 'to be repeated' && !isStopped;
