import { answerQuestions } from '../text/worker-client.js';
import { tokenRuns } from './token-runs.js';
import type { Runs } from './tones.js';

export interface HighlightAsk {
  language: string;
  text: string;
}

answerQuestions<HighlightAsk, Runs>(
  ({ language, text }) => tokenRuns(language, text),
  ({ ends, tones }) => [ends.buffer, tones.buffer],
);
