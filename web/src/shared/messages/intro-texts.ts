export const introTexts = {
  title: 'Everything you keep, on one shelf in the sky',
  lead: 'Files, photos and links side by side, within reach of every device. Open a tab and it is all there.',
  logIn: 'Log In',
  free: '250 MB free. Nothing to register, nothing to install.',
  pictureAlt: 'The Skyshelf file manager with folders, photos and links on a pale blue sky',
  carousel: {
    label: 'What Skyshelf is for',
    slide: (at: number, all: number) => `${at} of ${all}`,
    show: (title: string) => `Show: ${title}`,
    pause: 'Pause the slides',
    play: 'Play the slides',
    previous: 'Previous slide',
    next: 'Next slide',
  },
  messages: [
    {
      title: 'Add or upload your favourite media',
      text: 'Drop photos, music, videos and documents anywhere on the page. Thumbnails appear while you watch.',
    },
    {
      title: 'No registration needed',
      text: 'Log in with an account you already have. Your shelf belongs to it and follows you everywhere.',
    },
    {
      title: 'Organise everything in one place',
      text: 'Folders and tags hold files and bookmarks alike, so the trip’s photos sit next to its bookings.',
    },
    {
      title: 'Make it your start page',
      text: 'A calm desktop in the browser: what you open every day is one click away.',
    },
  ],
  demo: {
    title: 'See it in half a minute',
    play: 'Play the film of half a minute',
    alt: 'A film of Skyshelf in use, without sound',
    inWords: 'The film in words',
    scenes: [
      'A shelf of folders, links, documents and photographs lies on a pale blue sky.',
      'Three photographs are dropped onto the page. They upload at the lower right, and their pictures appear on new tiles.',
      'The three are selected and dragged onto the folder Travel, where they go.',
      'Two photographs are opened. Each has a window of its own, which is moved aside by its title.',
      'A word is typed into the search field, and what it finds is listed below while it is typed.',
      'Dark appearance is switched on in the profile menu: the sky turns to night.',
    ],
  },
  upload: {
    title: 'Upload from your device, or from where your files are now',
    text: 'Drop files and whole folders onto the page, take a picture with the camera, or give an address. An upload goes on while you look around, and is taken up again after a lost connection or a closed tab.',
    providers: (names: string) => `From other clouds too: ${names}.`,
    files: ['Lisbon.zip', 'ferry.jpg', 'fado.mp3'],
  },
  links: {
    title: 'Add videos and websites from elsewhere',
    text: 'Paste a link to a film on YouTube, Vimeo or TikTok and it plays in a window on your shelf. A website is kept beside your files, with its name and your tags.',
    pictures: 'A picture of the website is made for its tile by itself.',
    names: ['Tram 28', 'Bay by drone', 'Tickets'],
  },
  features: {
    label: 'More about it',
    tabs: [
      {
        name: 'Startup page',
        text: 'Let it open with your browser, or with your computer: a small program for Windows and macOS brings Skyshelf up whenever you log in. A browser extension saves the page that you look at, with one click.',
      },
      {
        name: 'Dark appearance',
        text: 'A night sky of its own, not an inversion. It follows your system until you choose, and then your account, on every device.',
      },
      {
        name: 'Responsive',
        text: 'Windows that you move and resize on a desktop; one full-screen viewer with swipes on a phone. The same shelf on both.',
      },
    ],
    startup: 'Get the startup program',
    extension: 'Get the browser extension',
  },
};
