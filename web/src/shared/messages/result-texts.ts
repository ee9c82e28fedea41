/** What the page of search results says. */
export const resultTexts = {
  title: 'Search',
  titleOf: (words: string) => `Search: ${words}`,
  say: 'Type what you look for into the box above.',
  own: 'Your files and links',
  web: 'Web search',
  none: (words: string) => `None of your files and links has a word that begins with ‘${words}’.`,
  more: 'There are others. Say more to find them.',
  failed: 'Your files and links could not be searched.',
  tryAgain: 'Try again',
  inFolder: (folder: string) => `In ${folder}`,
  top: 'All files',
  off: 'Web search is not set up on this server.',
  offHint: 'Log in to search what you keep here.',
  goHome: 'Go Home',
};
