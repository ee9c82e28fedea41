import type { Browser } from '../dom/detect-computer.js';

interface Question {
  question: string;
  answer: readonly string[];
  homepage?: boolean;
  /** It ends with the types that this server refuses. */
  refusedTypes?: boolean;
}

const inWords = (words: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words);

export const faqTexts = {
  title: 'FAQ',
  lead: 'Short answers to what is asked most. Searching on this page finds words in closed answers too.',
  expandAll: 'Expand All',
  collapseAll: 'Collapse All',
  questions: [
    {
      question: 'What is Skyshelf?',
      answer: [
        'A place in the browser for files, photos, video links and website links. Everything lies in one set of folders, can be tagged and searched, and opens on the page.',
      ],
    },
    {
      question: 'How do I start?',
      answer: [
        'Choose [Log In](/login) and use an account that you already have. There is no registration and no further password.',
      ],
    },
    {
      question: 'How large may a file be?',
      answer: ['While Skyshelf is in beta a file may have up to 500 MB.'],
    },
    {
      question: 'What does it cost?',
      answer: [
        'Nothing for 250 MB, for as long as you like. If you need more, there are paid plans, billed monthly; they are listed under [Pricing](/pricing).',
      ],
    },
    {
      question: 'My Mac does not run the startup file. What can I do?',
      answer: [
        'macOS holds back programs that were downloaded, also the one under [Startup](/startup). Open System Preferences > Security & Privacy > General and choose Open Anyway.',
      ],
    },
    {
      question: 'Which files can I upload?',
      answer: [
        'Almost all: pictures, films, music, documents, archives and whatever else you have. A file that can’t be shown on the page can still be kept and downloaded.',
        'Others can send you files too, without an account: choose ‘Ask for files’ in a folder’s menu and give them the address. They see neither the folder nor what others have sent. [Shared links](/links) changes, pauses and ends such addresses.',
      ],
      refusedTypes: true,
    },
    {
      question: 'I logged in again and my files are missing. Where are they?',
      answer: [
        'You have probably used another social login than before. Each account has a shelf of its own. Log out, and log in with the one that you used the first time: your files are there.',
        'What you deleted lies in the [trash](/trash) for 30 days, or for as long as you choose there: open it, look into deleted folders, and restore all or some of it to where it was or into another folder. Ctrl+Z (⌘Z on a Mac) brings back what you have just deleted.',
        'What you replaced is kept too: ‘History…’ in a file’s menu shows its earlier versions, compares them and brings them back.',
        'The trash never takes room from your files. When an upload needs more than is free, what was deleted first is deleted forever, no more than that upload needs; the page says so.',
      ],
    },
    {
      question: 'How do I make it my homepage?',
      answer: [
        'So that this page opens with your browser (to open it with your computer, see [Startup](/startup)):',
      ],
      homepage: true,
    },
    {
      question: 'Is there a browser extension?',
      answer: [
        'Yes, for Chrome and browsers built on it, and for Firefox: see [Extension](/extension). Without it you can drag a link from another tab onto your files, or copy an address and paste it there: both keep it.',
      ],
    },
    {
      question: 'How do I select several elements?',
      answer: [
        'Hold Ctrl (⌘ on a Mac) and click each one, or hold Shift and click the first and the last. On touch devices use the menu entry with the check mark in a box to select, and the one with the square outline to clear the selection.',
      ],
    },
  ] satisfies Question[] as readonly Question[],
  refused: (extensions: readonly string[]) =>
    extensions.length === 0
      ? 'No type is refused here.'
      : `Refused here are files that end in ${inWords(extensions.map((each) => `.${each}`))}.`,
  homepage: {
    chrome: [
      'Open the menu with the three dots, then Settings.',
      'Choose On startup, then ‘Open a specific page or set of pages’.',
      'Choose ‘Use current pages’ while this page is open.',
    ],
    safari: [
      'Choose Safari > Settings (or Preferences) in the menu bar, then General.',
      'Choose ‘Set to Current Page’ beside Homepage.',
      'Let new windows and new tabs open with the homepage.',
    ],
    'internet-explorer': [
      'Open the gear, then Internet options.',
      'Under Home page choose ‘Use current’, then OK.',
    ],
    edge: [
      'Open the menu with the three dots, then Settings.',
      'Choose ‘Start, home, and new tabs’, then ‘Open these pages’.',
      'Choose ‘Use all open tabs’, or add this address.',
    ],
    firefox: [
      'Open the menu with the three lines, then Settings.',
      'Choose Home, then Custom URLs beside ‘Homepage and new windows’.',
      'Choose ‘Use Current Pages’.',
    ],
    other: [
      'Open the settings of your browser and look for ‘homepage’ or ‘on startup’.',
      'Enter this address.',
    ],
  } satisfies Record<Browser, readonly string[]>,
};
