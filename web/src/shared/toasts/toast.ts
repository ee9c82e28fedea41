import { text } from '../messages/en.js';
import { toastShown, type Tone } from './toasts-slice.js';

const of = (tone: Tone) => (message: string, undo?: string) =>
  toastShown({ tone, title: text.toast[tone], message, ...(undo !== undefined && { undo }) });

/**
 * Ready-made notices: `dispatch(toast.error('Name already exist'))`. What can be undone is named behind the message.
 */
export const toast = { success: of('success'), error: of('error'), warning: of('warning'), info: of('info') };
