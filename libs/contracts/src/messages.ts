/** The specification's messages, word for word (file-manager §5 and §8, surroundings §8), also where its spelling is unusual. */
export const messages = {
  required: 'This field is required',
  invalidUrl: 'Invalid URL',
  wrongVideoUrl: 'Wrong video url',
  nameExists: 'Name already exist',
  notEnoughSpace: (name: string) => `Not enough disk space for: ${name}`,
  uploadExists: (name: string) => `${name} already exist.`,
  typeNotAllowed: 'Not allowed file type.',
  renamedUnsafe: (from: string, to: string) =>
    `${from} was renamed to ${to} because it containes one of the unsafe characters`,
  logInAgain: 'Please log in again.',
  someError: 'Some error occurred',
  uploadFailed: 'Error uploading file(s)',
  cantDelete: "Can't delete",
  cantEditDefault: "You can't edit default elements",
  cantDeleteDefault: "Default elements can't be deleted. You can hide them in 'My Account' page.",
  pageNotFound: 'Page Not Found',
} as const;
