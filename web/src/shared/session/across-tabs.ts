import { report } from '../report.js';

/**
 * What one tab of the browser tells the others. Where channels are missing each tab is by itself.
 * @param isWord whether what came is a word of ours: another version of the page may be open too
 */
export const acrossTabs = <Word>(name: string, isWord: (value: unknown) => value is Word) => {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  return {
    tell(word: Word): void {
      try {
        // A broadcast channel has no target origin: it never leaves its own.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel?.postMessage(word);
      } catch (failure) {
        report('The other tabs could not be told', failure);
      }
    },
    /** Answers how to stop. */
    listen(heard: (word: Word) => void): () => void {
      const onMessage = ({ data }: MessageEvent<unknown>): void => {
        if (isWord(data)) heard(data);
      };
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
  };
};
