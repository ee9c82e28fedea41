import type { PlanOptions } from '../faults/fault-plan.js';
import type { OperatorWork } from '../run/operator-work.js';
import {
  bytesProfile,
  everydayProfile,
  filesProfile,
  hotProfile,
  mixedProfile,
  picturesProfile,
} from '../workload/profiles.js';
import type { Profile } from '../workload/workload.js';

/** Circumstances that bring one sort of mistake to light: which way of running, whose work, which faults. */
export interface Aim extends OperatorWork, Pick<PlanOptions, 'rest' | 'pauses' | 'downs'> {
  mode: 'standalone' | 'cluster';
  /** The number of members of each server of the cluster; default 1. */
  members?: 1 | 3;
  /** The number of stretches of work, each followed by checks; the first finding ends the run. */
  rounds: number;
  /** The length of a round. */
  minutes: number;
  profile: Profile;
  /** The kinds of faults. */
  kinds: readonly string[];
  /** Records what reaches the disk, and takes away at each kill what had not. */
  powerCuts?: boolean;
  /** A round on a slow machine goes on until so many commands are acknowledged. */
  leastCommands: number;
  /** Files come from a site of the public network, too. */
  site?: boolean;
  /** Settings of the product on top of those of every chaos run. */
  env?: Record<string, string>;
}

/**
 * Each has a name: `npm run chaos -- --aim NAME`. None knows of any particular mistake; each is run on the product as
 * it is, too.
 */
export const aims = {
  /** Everything that people do, one process, no fault. */
  undisturbed: {
    mode: 'standalone',
    rounds: 2,
    minutes: 0.1,
    leastCommands: 200,
    profile: everydayProfile(4),
    kinds: [],
  },
  /** Two relays of each service, no fault; some people keep them busy, others' events are alone in their drives. */
  replicas: {
    mode: 'cluster',
    rounds: 2,
    minutes: 0.15,
    leastCommands: 120,
    profile: { ...mixedProfile(4), potterers: 12 },
    kinds: [],
  },
  /** Consumers that wait for their effect die. */
  'stuck-consumers': {
    mode: 'cluster',
    rounds: 3,
    minutes: 0.25,
    leastCommands: 60,
    profile: picturesProfile(6),
    kinds: ['service-stuck'],
    rest: [500, 1_500],
    env: { MEDIA_LEASE_SECONDS: '5' },
  },
  /** Every event comes again and again. */
  repeats: {
    mode: 'standalone',
    rounds: 3,
    minutes: 0.15,
    leastCommands: 100,
    profile: mixedProfile(3),
    kinds: [],
    resyncEveryMs: 700,
  },
  /** Leaders of partitions die. */
  'broker-deaths': {
    mode: 'cluster',
    members: 3,
    rounds: 3,
    minutes: 0.4,
    leastCommands: 400,
    profile: hotProfile(12),
    kinds: ['kafka-kill'],
    rest: [500, 1_500],
    // Longer than the others wait before they take over its partitions.
    downs: [4_000, 7_000],
  },
  /** The machine loses power, and what was not synced is gone. */
  'power-cuts': {
    mode: 'standalone',
    rounds: 2,
    minutes: 0.12,
    leastCommands: 40,
    profile: filesProfile(4),
    kinds: ['service-kill'],
    rest: [2_000, 3_000],
    powerCuts: true,
    env: { MEDIA_LEASE_SECONDS: '5' },
  },
  /** Read models are rebuilt while people work. */
  rebuilds: {
    mode: 'standalone',
    rounds: 3,
    minutes: 0.15,
    leastCommands: 200,
    profile: hotProfile(2),
    kinds: [],
    rebuildEveryMs: 600,
  },
  /** Whatever has to do with bytes dies: services, the database, the object store, what brings files from elsewhere. */
  bytes: {
    mode: 'cluster',
    rounds: 1,
    minutes: 3,
    leastCommands: 200,
    profile: bytesProfile(3),
    kinds: ['service-kill', 'mongod-kill', 's3-kill', 'companion-kill'],
    rest: [3_000, 8_000],
    site: true,
  },
  /** Workers fall silent with jobs in hand, and others take over. */
  takeovers: {
    mode: 'standalone',
    rounds: 3,
    minutes: 0.2,
    leastCommands: 40,
    profile: picturesProfile(5),
    kinds: ['service-kill'],
    rest: [1_000, 2_500],
    env: { MEDIA_LEASE_SECONDS: '5' },
  },
} as const satisfies Record<string, Aim>;

export type AimName = keyof typeof aims;

export const aimNames = Object.keys(aims) as AimName[];

/** @throws Error that names those there are */
export function aimOf(name: string): Aim {
  const found = aimNames.find((each) => each === name);
  if (found === undefined) throw new Error(`There is no aim ${name}; there are ${aimNames.join(', ')}.`);
  return aims[found];
}
