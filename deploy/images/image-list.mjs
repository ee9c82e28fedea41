/** Every image and all that is in it. What builds, describes and checks images reads it here. */
import { flagsOf, memoryOf } from '../../apps/cluster/flags/service-flags.mjs';

/** The suite of Debian 12. */
export const SUITE = 'bookworm';
export const ARCHITECTURES = ['x64', 'arm64'];
/** Packages that Debian has for one of them alone: what its libraries of films are linked to. */
export const ONE_ARCHITECTURE = new Set(['libmfx1']);
export const USER = 10_001;
/** The folder of the product's own files. */
export const HOME = '/opt/skyshelf';
export const PUBLIC_PORT = 8080;
export const INTERNAL_PORT = 8081;
/** The limit of a service's packed image in MB. */
export const SERVICE_LIMIT_MB = 90;

const whole = (...names) => Object.fromEntries(names.map((name) => [name, 'whole']));

/**
 * Debian's packages, in layers by what they are for: `whole`, or the files that stay of one. Of all that apt
 * adds for them only those stay that hold a library
 * which a file that stays is linked to.
 */
export const DEBIAN = {
  system: whole('libc6', 'libstdc++6', 'libgcc-s1'),
  // What starts media's child processes, shut in and under limits, and what cleans up after them.
  children: {
    dash: ['/bin/dash', '/bin/sh'],
    coreutils: ['/bin/sleep', '/bin/true', '/usr/bin/nice'],
    'util-linux': ['/usr/bin/ionice', '/usr/bin/setpriv', '/usr/bin/unshare'],
    tini: ['/usr/bin/tini'],
  },
  fonts: {
    ...whole('fontconfig-config', 'fonts-dejavu-core'),
    // Chinese, Japanese and Korean letters, all in one file.
    'fonts-droid-fallback': ['/usr/share/fonts/truetype/droid/'],
  },
  films: { ffmpeg: ['/usr/bin/ffmpeg', '/usr/bin/ffprobe'] },
  documents: {
    ...whole('libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui'),
    ...whole('libreoffice-core-nogui', 'libreoffice-draw-nogui'),
    'libreoffice-common': [
      '/usr/lib/libreoffice/',
      '/usr/share/libreoffice/',
      '/etc/libreoffice/psprint.conf',
      '/etc/libreoffice/sofficerc',
    ],
    // The last: it loads by name what writing a PDF takes.
    ...whole('libreoffice-base-core', 'uno-libs-private', 'ure', 'libnss3'),
    // What Arial, Times, Calibri and Cambria are laid out like.
    ...whole('fonts-liberation', 'fonts-crosextra-carlito', 'fonts-crosextra-caladea'),
    'poppler-utils': ['/usr/bin/pdftoppm'],
    'poppler-data': ['/usr/share/poppler/'],
  },
  website: { ...whole('chromium-common', 'libnss3'), chromium: ['/usr/lib/chromium/'] },
};

const runs = (program) => `#!/bin/sh\nexec ${program} "$@"\n`;

/** Debian's packages have long scripts in place of these, which take a dozen more programs. */
export const SCRIPTS = {
  documents: { '/usr/bin/soffice': runs('/usr/lib/libreoffice/program/oosplash') },
  website: { '/usr/bin/chromium': runs('/usr/lib/chromium/chromium') },
};

/** The links that the scripts of Debian's packages would have made to where programs look. */
export const LINKS = {
  // Without its registry LibreOffice ends at once, by a RuntimeException.
  documents: { '/etc/libreoffice/registry': '/usr/lib/libreoffice/share/.registry' },
};

/** Links of packages that lead to nothing, which no one misses. */
export const DANGLING = new Set(
  ['prereg/bundled', 'uno_packages/cache'].map((path) => `/usr/lib/libreoffice/share/${path}`),
);

/** Names of programs by which a stranger could run others. Only images with the layer `children` have one: `sh`. */
export const SHELLS = ['sh', 'bash', 'dash', 'ash', 'busybox', 'zsh', 'perl', 'python3', 'env', 'xargs'];

const INSIDE = { INTERNAL_HOST: '0.0.0.0', INTERNAL_PORT: String(INTERNAL_PORT) };

/** An image of a service: its one program, and nothing of the system but what Node is linked to. */
const service = (name) => ({
  title: `Skyshelf: ${name}`,
  program: `services/${name}/src/main.ts`,
  debian: ['system'],
  env: { ...INSIDE, ...memoryOf[name] },
  ports: [INTERNAL_PORT],
  flags: flagsOf[name] ?? [],
});

/** An empty text would stand for all of them. */
const NO_ROLE = 'none';

/**
 * Every process of media answers calls that draw portraits. A stranger's picture is read by a child, whose limits
 * a shell sets (services/media/src/infrastructure/tools/start-child.ts): so all of media's images have one.
 */
const media = (role, ...debian) => ({
  ...service('media'),
  title: `Skyshelf: media, ${role === NO_ROLE ? 'events and calls' : role}`,
  debian: ['system', 'children', ...debian],
  env: { ...INSIDE, MEDIA_ROLES: role },
});
export const IMAGES = {
  gateway: {
    ...service('gateway'),
    files: { web: 'web/dist' },
    env: { ...INSIDE, HOST: '0.0.0.0', PORT: String(PUBLIC_PORT), WEB_ROOT: `${HOME}/web` },
    ports: [PUBLIC_PORT, INTERNAL_PORT],
  },
  catalog: service('catalog'),
  storage: service('storage'),
  billing: service('billing'),
  // A thread finds the parser of feeds by its name.
  notify: { ...service('notify'), packages: ['feedsmith'] },
  media: media(NO_ROLE),
  'media-thumbnail': media('thumbnail', 'fonts'),
  'media-video': media('video', 'films'),
  'media-document': media('document', 'fonts', 'documents'),
  'media-website': media('website', 'fonts', 'website'),
  companion: {
    title: 'Skyshelf: files from elsewhere',
    program: 'apps/companion/src/main.ts',
    debian: ['system'],
    env: { COMPANION_LISTEN: `http://0.0.0.0:${INTERNAL_PORT}` },
    ports: [INTERNAL_PORT],
  },
  operations: {
    title: 'skyshelf, the command',
    program: 'apps/operations/src/cli.ts',
    debian: ['system'],
    // It knows what the services are, and runs none.
    leftOut: ['sharp'],
  },
  evaluation: {
    title: 'Skyshelf: what only an evaluation needs',
    program: 'apps/evaluation/src/main.ts',
    debian: ['system'],
  },
};
