import { askProvider, readAnswer, type Get } from './ask-provider.js';
import { oembedAnswer, type VideoFacts } from './video-answers.js';

/** What the provider of a video has instead of an answer when there is no such video. */
const gone: readonly number[] = [400, 404];

/**
 * Asks the provider of a video, never the page itself. Null for a video that does not exist.
 * @param address the question, as `oembed` of a link kind has it
 * @throws ProviderSilent
 */
export async function askOembed(get: Get, address: string): Promise<VideoFacts | null> {
  const answer = await askProvider(get, address);
  return gone.includes(answer.status) ? null : readAnswer(answer, oembedAnswer);
}
