import { limits } from '../limits.js';
import { messages } from '../messages.js';

/** The keys are the codes that the server answers with. */
export const ruleRefusals = {
  'name.required': messages.required,
  'name.too-long': `A name can have at most ${limits.maxNameCharacters} characters.`,
  'url.required': messages.required,
  'url.invalid': messages.invalidUrl,
  'video.wrong-url': messages.wrongVideoUrl,
  'playlist.wrong-url': messages.wrongPlaylistUrl,
} as const;
export type RuleCode = keyof typeof ruleRefusals;

/** A stored value, or why it is refused. */
export type Checked<Value> =
  | { readonly value: Value; readonly refusal: null }
  | { readonly value: null; readonly refusal: RuleCode };

export const kept = <Value>(value: Value): Checked<Value> => ({ value, refusal: null });
export const refused = (refusal: RuleCode): Checked<never> => ({ value: null, refusal });
