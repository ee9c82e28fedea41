import type { MongodRelease } from './releases.mjs';

export interface FoundMongod {
  path: string;
  source: 'MONGOD_BIN' | 'PATH' | 'cache';
}
export const MINIMUM_MAJOR: number;
export function cacheFolder(env?: NodeJS.ProcessEnv): string;
export function cachedBinary(release: MongodRelease, env?: NodeJS.ProcessEnv): string;
export function isExecutable(path: string): boolean;
export function versionOf(binary: string): Promise<string>;
export function findMongod(env?: NodeJS.ProcessEnv): Promise<FoundMongod | undefined>;
