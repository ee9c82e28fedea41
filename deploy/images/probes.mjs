import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/setup/paths.mjs';
import { HOME, IMAGES, USER } from './image-list.mjs';
import { entrypointOf } from './oci-layout.mjs';
import { words } from '../../tools/setup/words.mjs';

/** Probes what a process may do in an image, as a pod is run: one line of JSON. */
const WRITES = `
const { writeFileSync } = require('node:fs');
const write = (path) => { try { writeFileSync(path, ''); return 'ok'; } catch ({ code }) { return code; } };
console.log(JSON.stringify([process.getuid(), ...['/x', '/opt/skyshelf/x', '/usr/bin/x', '/tmp/x'].map(write)]));`;

async function writesNowhere(image) {
  const { output } = await image.run(['/usr/bin/node', '-e', WRITES]);
  const expected = JSON.stringify([USER, 'EROFS', 'EROFS', 'EROFS', 'ok']);
  return output === expected ? '' : output;
}

/** A process without settings ends at once, and says which it lacks. */
const asksFor = (setting, code) => async (image) => {
  const { code: found, output } = await image.run();
  return found === code && output.includes(setting) ? '' : `exit code ${found}: ${output.slice(-500)}`;
};

/** A command that must end well and print what is looked for. */
const prints =
  (expected, ...args) =>
  async (image) => {
    const { code, output } = await image.run(args);
    return code === 0 && output.includes(expected) ? '' : `exit code ${code}: ${output.slice(-500)}`;
  };

/**
 * Runs commands one after the other, as media runs its children; what the last one has made must begin like a
 * file of its kind.
 */
const makes = (file, kind, ...commands) => {
  const script = `
const { execFileSync } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
writeFileSync('/tmp/a.html', '<h1>A page</h1>');
for (const [program, ...args] of ${JSON.stringify(commands)})
  execFileSync(program, args, { cwd: '/tmp', stdio: ['ignore', 'ignore', 'inherit'] });
console.log(readFileSync('/tmp/${file}').toString('latin1', 0, 12));`;
  return prints(kind, '/usr/bin/node', '-e', script);
};

const draws = (input) => {
  const script = `const sharp = require('/opt/skyshelf/node_modules/sharp');
    sharp(${input}).webp().toBuffer().then((made) => console.log(made.toString('latin1', 8, 12)));`;
  return prints('WEBP', '/usr/bin/node', '-e', script);
};

/** The code of the role runs, as the image's program would run it. */
async function documents(image) {
  const folder = mkdtempSync(join(ROOT, '.cache', 'probe-'));
  const seen = `${HOME}/probe`;
  try {
    chmodSync(folder, 0o755);
    await bundleProbe(join(ROOT, 'services/media/testing/document-probe.ts'), folder);
    const words = ['/usr/bin/node', `${seen}/document-probe.js`];
    const { code, output } = await image.run(words, { shown: { [seen]: folder } });
    return code === 0 ? '' : `exit code ${code}: ${output.slice(-500)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Next to the image's own modules, so that it finds the packages that can't be packed. */
async function bundleProbe(input, dir) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input,
    platform: 'node',
    cwd: ROOT,
    external: ['sharp', 'reflect-metadata'],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    onLog: () => {},
  });
  await build.write({ dir, format: 'esm', entryFileNames: '[name].js' });
  await build.close();
}

const CHILD = ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--', '/bin/sh', '-c'];

/** Builds the command of an image with further words. */
function command(...words) {
  return [...entrypointOf(IMAGES.operations), ...words];
}

const MEDIA = [
  ['draws pictures', draws("{ create: { width: 9, height: 9, channels: 3, background: 'red' } }")],
  ['starts children', prints('down', ...CHILD, 'sleep 0.1 && exec nice -n 5 node -p "\'down\'"')],
];
/** A thread finds the parser by its name. */
const FEED = `
const { parseFeed } = require('node:module').createRequire('${HOME}/program.js')('feedsmith');
console.log(parseFeed('<rss version="2.0"><channel><title>News</title></channel></rss>').feed.title);`;

/** The purposes of an image besides its program. */
const PURPOSES = {
  notify: ['reads feeds', prints('News', '/usr/bin/node', '-e', FEED)],
  'media-thumbnail': ['draws texts', draws("{ text: { text: 'text' } }")],
  'media-video': [
    'makes films',
    makes(
      'a.mp4',
      'ftyp',
      words`ffmpeg -f lavfi -i testsrc=d=1 -f lavfi -i sine=d=1 -c:v libx264 -c:a aac a.mp4 -loglevel error`,
    ),
  ],
  'media-document': ['makes PDFs and pages of documents', documents],
  'media-website': [
    'makes pictures of pages',
    makes(
      'a.png',
      'PNG',
      words`chromium --headless --no-sandbox --disable-gpu --user-data-dir=/tmp/profile
        --screenshot=/tmp/a.png file:///tmp/a.html`,
    ),
  ],
};

const STARTS = {
  operations: ['starts', prints('fsck', ...command('--help'))],
  evaluation: ['starts, and asks what to do', asksFor('member-key', 78)],
};

function probesOf(name) {
  return [
    ['may write to /tmp alone', writesNowhere],
    STARTS[name] ?? ['starts, and asks for its settings', asksFor('SKYSHELF_KEYS_FILE', 78)],
    ...(name.startsWith('media') ? MEDIA : []),
    ...(PURPOSES[name] ? [PURPOSES[name]] : []),
  ];
}

const OF_SERVERS = {
  mongodb: ['starts', prints('db version', '/usr/bin/mongod', '--version')],
  kafka: ['starts', prints('', '/opt/kafka/bin/kafka-storage.sh', 'random-uuid')],
  s3: ['starts', prints('Version', '/usr/bin/versitygw', '--version')],
};

/** The probes of each image. */
export const PROBES = {
  ...Object.fromEntries(Object.keys(IMAGES).map((name) => [name, probesOf(name)])),
  ...Object.fromEntries(Object.entries(OF_SERVERS).map(([name, probe]) => [name, [probe]])),
};
