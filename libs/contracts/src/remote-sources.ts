/** Without passing through the user's machine. */
export const remoteSources = ['url', 'dropbox', 'drive', 'onedrive'] as const;
export type RemoteSource = (typeof remoteSources)[number];
