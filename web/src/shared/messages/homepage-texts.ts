import type { LauncherSystem } from '@skyshelf/contracts/browser';

export const homepageTexts = {
  systems: { windows: 'Windows', macos: 'macOS' } satisfies Record<LauncherSystem, string>,
  download: 'Download',
  downloadFor: (system: string) => `Download for ${system}`,
  openAnyway:
    'If macOS does not run the file: System Preferences > Security & Privacy > General > Open Anyway.',
  page: {
    title: 'Startup',
    lead: 'Have Skyshelf open in your browser each time that you log in to your computer.',
    handheld:
      'These downloads are for computers with Windows or macOS: open this page there. On this device you can add Skyshelf to the home screen from the menu of your browser.',
    yours: 'Your system',
    windows: {
      text: 'A zip with a link to this server and a small file that puts it into your Startup folder.',
      steps: [
        'Open the zip and extract all files.',
        'Run Install.cmd. Skyshelf opens, and from then on each time that you log in.',
      ],
      undo: 'Run Uninstall.cmd, or delete Skyshelf.url from the Startup folder (Windows key + R, shell:startup).',
    },
    macos: {
      text: 'A zip with an app that opens this server and leaves a launch agent, a file of a few lines, in your Library.',
      steps: [
        'Open the zip, and then Skyshelf.app.',
        'Skyshelf opens, and from then on each time that you log in.',
      ],
      undo: 'Run Uninstall.command from the zip, or delete the file skyshelf.startup… from Library/LaunchAgents in your home folder.',
    },
    undoTitle: 'To undo it',
    about:
      'Nothing else is installed: neither asks for an administrator, and neither sends anything anywhere. They were made by this server, for its own address.',
  },
  banner: {
    label: 'Open on startup',
    text: (system: string) => `Open Skyshelf whenever you log in to ${system}.`,
    close: 'Do not show this again',
  },
  prompt: {
    title: 'Do you like Skyshelf?',
    text: 'Start your day with it, or tell others.',
    homepage: 'Make your Homepage',
    share: 'Share',
    never: "Don't show this message again",
    dismiss: 'Dismiss this message',
  },
  share: {
    title: 'Share',
    text: 'Tell others about Skyshelf. Only its address is passed on.',
    close: 'Close',
  },
  modal: {
    title: 'Make Skyshelf Your Homepage',
    startup: 'Open on computer startup',
    startupText: (system: string) => `A small download for ${system} that opens Skyshelf when you log in.`,
    noLauncher: 'There are launchers for Windows and macOS.',
    toStartup: 'More about them',
    manual: 'Manually change your homepage',
    browsers: {
      chrome: 'Chrome',
      safari: 'Safari',
      'internet-explorer': 'Internet Explorer',
      edge: 'Edge',
      firefox: 'Firefox',
    },
  },
};
