import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../libs/host/binary/find-mongod.mjs';
import { SetupError, askYes, hasTerminal, say, step } from './messages.mjs';
import { readNote, writeNote } from './notes.mjs';
import { installLine, installSystemPackages, mayInstall, onPath } from './package-manager.mjs';

/**
 * Programs of the system that a part of Skyshelf uses. None of them is needed for the rest to work. `without`
 * says what is off while it is missing; one that is `byHand` is installed for a start only when a person
 * there says so.
 */
export const TOOLS = {
  ffmpeg: {
    commands: ['ffmpeg'],
    packages: { apt: ['ffmpeg'], brew: ['ffmpeg'], dnf: ['ffmpeg-free'] },
    without: 'videos and audio get no thumbnails and are not converted',
  },
  poppler: {
    commands: ['pdftoppm'],
    packages: { apt: ['poppler-utils'], brew: ['poppler'], dnf: ['poppler-utils'] },
    without: 'PDF documents get no thumbnails',
  },
  'poppler-data': {
    commands: [],
    files: ['/usr', '/opt/homebrew', '/usr/local'].map((root) => `${root}/share/poppler/cMap`),
    packages: {
      apt: ['poppler-data', 'fonts-droid-fallback'],
      brew: ['poppler'],
      dnf: ['poppler-data', 'google-droid-sans-fonts'],
    },
    without: 'Chinese, Japanese and Korean letters may be missing in thumbnails of texts and PDF documents',
  },
  libreoffice: {
    commands: ['soffice'],
    packages: {
      apt: [
        'libreoffice-writer-nogui',
        'libreoffice-calc-nogui',
        'libreoffice-impress-nogui',
        // What Arial, Times, Calibri and Cambria are laid out like.
        'fonts-liberation',
        'fonts-crosextra-carlito',
        'fonts-crosextra-caladea',
      ],
      brew: ['--cask', 'libreoffice'],
      dnf: ['libreoffice-writer', 'libreoffice-calc', 'libreoffice-impress'],
    },
    without: 'office documents are not shown in the browser',
    // 100 MB to fetch: a first start does not wait for them.
    byHand: true,
  },
  chromium: {
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    files: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    packages: { apt: ['chromium'], brew: ['--cask', 'chromium'], dnf: ['chromium'] },
    without: 'the tests in a real browser cannot run',
  },
  firefox: {
    commands: ['firefox-esr', 'firefox'],
    files: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: { apt: ['firefox-esr'], brew: ['--cask', 'firefox'], dnf: ['firefox'] },
    without: 'the tests in Firefox cannot run',
  },
  nginx: {
    commands: ['nginx'],
    files: ['/usr/sbin/nginx'],
    packages: { apt: ['nginx-light'], brew: ['nginx'], dnf: ['nginx'] },
    without: 'the sample of its settings is not tried',
  },
};

const DAY_MS = 24 * 3600 * 1000;

/** Gives the path of a tool, or undefined. */
export function findTool(name) {
  const tool = TOOLS[name];
  return onPath(tool.commands) ?? tool.files?.find((path) => existsSync(path));
}

/**
 * The tools that are missing and worth a try. A refusal is kept for good and a failure for a day, so that a start stays
 * quick; running set-up by hand (`insist`) tries again.
 */
export function toolsToProvide(names, { insist = false } = {}) {
  const missing = names.filter((name) => !findTool(name));
  if (missing.length === 0) return [];
  const answers = readNote(answersFile()) ?? {};
  return missing.filter((name) => insist || !isSettled(answers[name]));
}

/**
 * Asks for each tool whether to install it when a person is there, before other steps write to the terminal.
 * @returns those that may be installed
 */
export async function chooseTools(names, { insist = false } = {}) {
  if (names.length === 0 || !(await mayInstall())) return [];
  const chosen = [];
  for (const name of names) {
    const isOffered = insist || !TOOLS[name].byHand || hasTerminal();
    if (isOffered && (await isAgreed(name))) chosen.push(name);
    else keepAnswer(name, { refused: true });
  }
  return chosen;
}

const isAgreed = (name) => !hasTerminal() || askYes(`Install ${name}? Without it ${TOOLS[name].without}.`);

/** Installs the chosen ones of these tools, and says of the others what to type. */
export async function provideTools(names, chosen) {
  for (const name of chosen)
    await step(`Installing ${name}`, () => installSystemPackages(TOOLS[name].packages));
  for (const name of names.filter((each) => !findTool(each))) {
    if (!isSettled(readNote(answersFile())?.[name])) keepAnswer(name, { failedAt: Date.now() });
    explain(name);
  }
}

function explain(name) {
  const line = installLine(TOOLS[name].packages) ?? `install ${name} with your package manager`;
  say(`• ${name} is missing: ${TOOLS[name].without}. To get it: ${line}`);
}

function isSettled(answer) {
  return Boolean(answer && (answer.refused || Date.now() - answer.failedAt < DAY_MS));
}

function keepAnswer(name, answer) {
  if (findTool(name) || process.env.SKYSHELF_SETUP === 'no') return;
  try {
    writeNote(answersFile(), { ...readNote(answersFile()), [name]: answer });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
  }
}

function answersFile() {
  return join(cacheFolder(), 'tools.json');
}
