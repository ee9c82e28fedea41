import { serveRequests } from '../text/worker-client.js';
import { tokenRuns } from './token-runs.js';
import type { Runs } from './tones.js';

export interface HighlightRequest {
  language: string;
  text: string;
}

serveRequests<HighlightRequest, Runs>(
  ({ language, text }) => tokenRuns(language, text),
  ({ ends, tones }) => [ends.buffer, tones.buffer],
);
