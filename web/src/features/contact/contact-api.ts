import { callApi } from '../../shared/api/call-api.js';
import { solveCaptcha } from './solve-captcha.js';

export interface WrittenMessage {
  name: string;
  email: string;
  message: string;
}

/**
 * Sends a message. It is sent once: a solution is good for one.
 * @throws {Error} when it was not sent, or no answer came
 */
export async function sendMessage(written: WrittenMessage): Promise<void> {
  const { challenge } = await callApi('newCaptcha', {});
  const captcha = await solveCaptcha(challenge);
  await callApi('sendMail', { body: { obj: { ...written, captcha } } }, { tries: 1 });
}
