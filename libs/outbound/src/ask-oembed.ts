import { askProvider, readAnswer, type Get } from './ask-provider.js';
import { oembedAnswer, type VideoFacts } from './video-answers.js';

/** A provider's answers for a video that does not exist. */
const gone: readonly number[] = [400, 404];

/**
 * Asks the provider, never the page. Null for a video that does not exist.
 * @param address as `oembed` of a link kind makes it
 * @throws ProviderSilent
 */
export async function askOembed(get: Get, address: string): Promise<VideoFacts | null> {
  const answer = await askProvider(get, address);
  return gone.includes(answer.status) ? null : readAnswer(answer, oembedAnswer);
}
