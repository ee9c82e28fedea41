export const texts = {
  menu: {
    page: 'Save this page to Skyshelf',
    link: 'Save this link to Skyshelf',
    image: 'Save the address of this image to Skyshelf',
  },
  offline: (host: string) => `Skyshelf cannot be reached at ${host}. Check your connection, then try again.`,
  connect: {
    title: 'Connect this browser',
    text: (host: string) =>
      `The extension gets a session of its own at ${host}. It can list folders and tags and add to them; it opens, changes and deletes nothing.`,
    ended: 'This browser is not connected any more. Connect it again to go on.',
    withheld: (host: string) =>
      `The browser does not let the extension reach ${host}. Press ‘Connect’, and allow it there.`,
    kept: 'What you wanted to save is kept meanwhile.',
    action: 'Connect',
  },
  save: {
    title: 'Save to Skyshelf',
    name: 'Name',
    address: 'Address',
    folder: 'Folder',
    root: 'All Files',
    tags: 'Tags',
    tagsHint: 'Enter or comma adds a tag',
    removeTag: (tag: string) => `Remove the tag ${tag}`,
    action: 'Save',
    saving: 'Saving …',
    loading: 'Loading folders …',
    tryAgain: 'Try again',
    unsaveable: 'This page has no public address, so it cannot be saved.',
    unsaveableHint: 'Pages of the browser itself, local files and addresses of the local network stay out.',
  },
  saved: {
    title: 'Saved',
    text: (name: string, folder: string) => `‘${name}’ is in ${folder}.`,
    alreadyIn: (folder: string, name: string) => `The same address is already in ${folder}, as ‘${name}’.`,
    open: 'Open the folder',
    done: 'Done',
  },
};
