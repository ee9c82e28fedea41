import { text } from '../messages/en.js';
import { Notice } from './notice.js';

export const NotFound = () => (
  <Notice title={text.notFound.title} text={text.notFound.text} action={text.notFound.goHome} href="/" />
);
