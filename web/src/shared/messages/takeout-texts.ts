import { counted } from './counted.js';

export const takeoutTexts = {
  title: 'Download Your Data',
  lead: 'Everything on your shelf as ZIP archives: your files in their folders, your links as a bookmarks file that any browser reads, and a description of it all with tags, dates and settings.',
  small: 'It is made once a day at most, takes none of your space, and goes by itself after some days.',
  begin: 'Download all my data',
  beginNext: 'Make a new one',
  making: 'Your archives are being made',
  makingHint: 'You can leave this page; they will wait for you here.',
  cancel: 'Cancel',
  ready: (moment: string) => `Ready to download until ${moment}.`,
  next: (moment: string) => `The next one can be made from ${moment}.`,
  leftOut: (files: number) =>
    `${counted(files, 'file', 'files')} could not be read and ${files === 1 ? 'is' : 'are'} left out; report.txt in the last archive says which.`,
  parts: 'Archives',
  part: (size: string, files: number) => (files === 0 ? size : `${size}, ${counted(files, 'file', 'files')}`),
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  failed: 'Your archives could not be made',
  failedHint: 'Something went wrong here, and not with your data. Try again now or later.',
  tryAgain: 'Try again',
  unavailable: 'Whether there are archives cannot be told just now.',
};
