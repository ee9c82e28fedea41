import { text } from '../messages/en.js';
import { toastShown, type Tone } from './toasts-slice.js';

const of = (tone: Tone) => (message: string) => toastShown({ tone, title: text.toast[tone], message });

/** Ready-made notices: `dispatch(toast.error('Name already exist'))`. */
export const toast = { success: of('success'), error: of('error'), warning: of('warning'), info: of('info') };
