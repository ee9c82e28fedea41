import type { PackedFile } from '../packed-file.js';

const STARTUP = '%APPDATA%\\Microsoft\\Windows\\Start Menu\\Programs\\Startup';

const install = `@echo off
setlocal
if not exist "%~dp0Skyshelf.url" (
  echo Please extract all files of the zip first, then run this file again.
  pause
  exit /b 1
)
copy /y "%~dp0Skyshelf.url" "${STARTUP}\\Skyshelf.url" >nul
if errorlevel 1 (
  echo Skyshelf could not be added to the Startup folder.
  pause
  exit /b 1
)
echo Skyshelf now opens in your browser each time that you log in to Windows.
start "" "${STARTUP}\\Skyshelf.url"
`;

const uninstall = `@echo off
setlocal
del /q "${STARTUP}\\Skyshelf.url" 2>nul
echo Skyshelf no longer opens by itself.
pause
`;

const readMe = (url: string): string => `Skyshelf at log-in, for Windows

Extract all files of this zip, then run Install.cmd: it copies Skyshelf.url, a link to
${url}
into your Startup folder. From then on Windows opens it each time that you log in.
Nothing else is installed, and no administrator is needed.

To undo it, run Uninstall.cmd, or delete Skyshelf.url from the Startup folder
(Windows key + R, then shell:startup).
`;

/** A link for the Startup folder, and its installer. */
export const windowsLauncher = (url: string): PackedFile[] =>
  [
    { path: 'Skyshelf.url', text: `[InternetShortcut]\nURL=${url}\n` },
    { path: 'Install.cmd', text: install },
    { path: 'Uninstall.cmd', text: uninstall },
    { path: 'Read me.txt', text: readMe(url) },
  ].map(({ path, text }) => ({ path, content: text.replaceAll('\n', '\r\n') }));
