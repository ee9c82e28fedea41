/** They are fetched when something is first undone. */
export const undoTexts = {
  done: 'Undone',
  nothing: 'There is nothing to undo.',
  tooOld: 'This cannot be undone any more.',
  changed: 'This cannot be undone: it has been changed since.',
  purged: 'This cannot be undone any more: it was deleted for good.',
  nameTaken: 'This cannot be undone: its name is taken by now. Rename what has it, and undo again.',
  folderGone: 'This cannot be undone: the folder that held it is gone.',
  failed: 'This could not be undone. Try again in a moment.',
} as const;
