import { LikePrompt } from './like-prompt.js';
import { StartupBanner } from './startup-banner.js';

const Prompts = () => (
  <>
    <StartupBanner />
    <LikePrompt />
  </>
);

export default Prompts;
