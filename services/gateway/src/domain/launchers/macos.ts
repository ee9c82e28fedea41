import { escapedMarkup } from '@skyshelf/contracts/rules';
import type { PackedFile } from '../packed-file.js';

const plist = (keys: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${keys}</dict>
</plist>
`;

const entry = (key: string, value: string): string =>
  `  <key>${key}</key>\n  <string>${escapedMarkup(value)}</string>\n`;

const info = (label: string): string =>
  plist(
    [
      entry('CFBundleExecutable', 'skyshelf'),
      entry('CFBundleIdentifier', label),
      entry('CFBundleName', 'Skyshelf'),
      entry('CFBundlePackageType', 'APPL'),
      entry('CFBundleShortVersionString', '1.0'),
      entry('CFBundleVersion', '1'),
    ].join(''),
  );

const agent = (label: string, url: string): string =>
  plist(`${entry('Label', label)}  <key>ProgramArguments</key>
  <array>
    <string>/usr/bin/open</string>
    <string>${escapedMarkup(url)}</string>
  </array>
  <key>RunAtLoad</key>
  <true/>
`);

const install = (label: string, url: string): string => `#!/bin/sh
# Opens Skyshelf, and has macOS open it each time that its user logs in.
set -e
agents="$HOME/Library/LaunchAgents"
mkdir -p "$agents"
cp "$(dirname "$0")/../Resources/${label}.plist" "$agents/${label}.plist"
exec open ${quoted(url)}
`;

const uninstall = (label: string): string => `#!/bin/sh
# Skyshelf no longer opens by itself.
rm -f "$HOME/Library/LaunchAgents/${label}.plist"
echo 'Skyshelf no longer opens when you log in. You can delete Skyshelf.app.'
`;

const readMe = (label: string, url: string): string => `Skyshelf at log-in, for macOS

Open Skyshelf.app. It puts a launch agent into the folder Library/LaunchAgents of your home,
${label}.plist, which opens
${url}
each time that you log in. Nothing else is installed, and no administrator is needed.

The app is not signed. If macOS does not let it run:
System Preferences > Security & Privacy > General > Open Anyway.

To undo it, run Uninstall.command, or delete that file yourself.
`;

export function macosLauncher(url: string): PackedFile[] {
  const label = `skyshelf.startup.${new URL(url).host.replaceAll(/[^a-z0-9.-]/g, '-')}`;
  const contents = 'Skyshelf.app/Contents';
  return [
    { path: `${contents}/Info.plist`, content: info(label) },
    { path: `${contents}/MacOS/skyshelf`, content: install(label, url), runs: true },
    { path: `${contents}/Resources/${label}.plist`, content: agent(label, url) },
    { path: 'Uninstall.command', content: uninstall(label), runs: true },
    { path: 'Read me.txt', content: readMe(label, url) },
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
