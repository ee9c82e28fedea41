import { LikePrompt } from './like-prompt.js';
import { StartupBanner } from './startup-banner.js';

/** What a user is told now and then, and may refuse for good. */
const Prompts = () => (
  <>
    <StartupBanner />
    <LikePrompt />
  </>
);

export default Prompts;
