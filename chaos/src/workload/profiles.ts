import { converting } from './conversions.js';
import { receiving } from './drops.js';
import { importing } from './imports.js';
import { comingAndGoing, intruding } from './outsiders.js';
import {
  forsaking,
  gardening,
  rivalling,
  tidying,
  turningOver,
  uploading,
  uploadingInParts,
  type Worker,
} from './workers.js';
import type { Profile } from './workload.js';

/**
 * Everything that people do. Attempts at other people's things and further sessions cost as much as commands
 * do: two users make them for all.
 */
export const mixedProfile = (users: number): Profile => ({
  users,
  each: {
    ...numbered('tidy', 3, tidying),
    upload: uploading(35),
    forsake: forsaking,
    rival: rivalling,
  },
  some: {
    garden: gardening,
    parts: uploadingInParts,
    intrude: intruding,
    sessions: comingAndGoing,
    receive: receiving,
  },
  mirrors: 1,
});

/** The same, as far as the version before knows it: no undo, no links, no deletion past the trash. */
export function formerProfile(users: number): Profile {
  const { some, ...rest } = mixedProfile(users);
  const { receive: _, ...known } = some;
  return { ...rest, some: known, isFormer: true };
}

/** Uploads pictures with their thumbnails, little else. */
export const picturesProfile = (users: number): Profile => ({
  users,
  each: { pictures1: uploading(95), pictures2: uploading(95), tidy: tidying },
  some: {},
  mirrors: 0,
});

/** Files come in every way, and are opened: many uploads and conversions at the same time. */
export const bytesProfile = (users: number): Profile => ({
  users,
  each: {
    upload: uploading(30),
    ...numbered('convert', 2, converting),
    import: importing,
    parts: uploadingInParts,
  },
  some: { forsake: forsaking, intrude: intruding, sessions: comingAndGoing },
  mirrors: 1,
});

/** Sends many small commands. */
export const hotProfile = (users: number): Profile => ({
  users,
  each: numbered('tidy', 4, tidying),
  some: {},
  mirrors: 0,
});

/** Files come and stay. */
export const filesProfile = (users: number): Profile => ({
  users,
  each: { ...numbered('upload', 3, uploading(5)), tidy: tidying },
  some: {},
  mirrors: 0,
});

/** Does what people do, with files that come and go and many attempts at other people's things. */
export const everydayProfile = (users: number): Profile => ({
  users,
  each: {
    tidy: tidying,
    upload: uploading(10),
    forsake: forsaking,
    ...numbered('turnover', 2, turningOver),
    ...numbered('intrude', 2, intruding),
  },
  some: {},
  mirrors: 1,
});

function numbered(name: string, times: number, worker: Worker): Record<string, Worker> {
  return Object.fromEntries(Array.from({ length: times }, (_, index) => [`${name}${index + 1}`, worker]));
}
