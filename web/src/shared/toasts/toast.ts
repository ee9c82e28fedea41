import { text } from '../messages/en.js';
import { toastShown, type Tone } from './toasts-slice.js';

const of = (tone: Tone) => (message: string, undo?: string) =>
  toastShown({ tone, title: text.toast[tone], message, ...(undo !== undefined && { undo }) });

/** `dispatch(toast.error('Name already exist'))` */
export const toast = { success: of('success'), error: of('error'), warning: of('warning'), info: of('info') };
