const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

export const notificationTexts = {
  panel: 'Notifications',
  label: 'Notify me in this browser',
  hint: 'While this tab is hidden: when an upload or a conversion has ended.',
  refused: 'This browser does not let Skyshelf show notifications.',
  missing: 'This browser has no notifications for Skyshelf: it may need an address with https.',
  allow: {
    chrome: 'Click the sign left of the address, allow Notifications, and switch this on again.',
    edge: 'Click the sign left of the address, allow Notifications, and switch this on again.',
    firefox: 'Click the crossed-out bubble left of the address, clear the block, and switch this on again.',
    safari: 'Open Settings > Websites > Notifications, allow this site, and switch this on again.',
    other: 'Allow notifications in the settings of this site, and switch this on again.',
  },
  title: 'Skyshelf',
  uploaded: (count: number) => `${files(count)} uploaded`,
  notUploaded: (count: number) => `${files(count)} could not be uploaded`,
  converted: (count: number) => `${files(count)} can be opened now`,
  notConverted: (count: number) => `${files(count)} could not be converted`,
  andMore: (count: number) => `and ${count} more`,
};
