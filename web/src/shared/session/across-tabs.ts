import { report } from '../report.js';

/** @param isWord another version of the page may be open too */
export const acrossTabs = <Word>(name: string, isWord: (value: unknown) => value is Word) => {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  return {
    tell(word: Word): void {
      try {
        // It never leaves its own origin.
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
