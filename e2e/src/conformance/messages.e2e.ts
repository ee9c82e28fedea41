import { messages } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { furtherCases, routeCases } from './all-cases.js';

/** The words of the page alone: no answer of the server has them. */
const onThePageOnly = {
  videoTooLarge:
    'a film that is larger than a Free plan: services/media/src/application/convert-video.spec.ts',
  uploadFailed: 'an upload that the network has broken off',
  cantDelete: 'a deletion that got no answer',
  cantPaste: 'a paste that got no answer',
  downloadSkips: 'folders and links among what is to be downloaded: the page leaves them out',
} satisfies Partial<Record<keyof typeof messages, string>>;

const steps = [...Object.values(routeCases), ...Object.values(furtherCases)].flat();
/** Each text that some case wants to be answered as a message, word for word. */
const wanted = new Set(steps.flatMap(({ answer }) => messagesIn(answer)));

function messagesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    key === 'message' && typeof each === 'string' ? [each] : messagesIn(each),
  );
}

/** Stands for any name in a message. */
const NAME = '\u0001';

/** Whether a text is this message, whatever names stand in it. */
function isSaid(message: (typeof messages)[keyof typeof messages]): boolean {
  if (typeof message === 'string') return wanted.has(message);
  const [before = '', ...behind] = message(NAME, NAME).split(NAME);
  return [...wanted].some(
    (text) =>
      text.startsWith(before) &&
      text.endsWith(behind.at(-1) ?? '') &&
      behind.every((part) => text.includes(part, before.length + 1)),
  );
}

const once = enoughIn('standalone', 'compares the cases with the specification, and asks no product');

describe.runIf(once)('the messages of the specification', () => {
  it.each(Object.entries(messages).filter(([name]) => !(name in onThePageOnly)))(
    'are answered word for word in some case: %s',
    (_, message) => expect(isSaid(message)).toBe(true),
  );

  it('are those of the page alone where no case has them', () => {
    const said = Object.entries(messages).filter(
      ([name, message]) => name in onThePageOnly && isSaid(message),
    );
    expect(said).toEqual([]);
  });
});
