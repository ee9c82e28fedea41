export const offlineTexts = {
  label: 'Connection',
  offline: 'You are offline.',
  unreachable: "Skyshelf can't be reached.",
  last: 'This is what Skyshelf showed last.',
  readOnly: 'Nothing can be changed until it is back.',
  tryAgain: 'Try again',
  version: {
    title: 'A new version is there',
    reload: 'Reload',
    later: 'Later',
    afterUploads: 'Reloads when the uploads are done',
  },
};
