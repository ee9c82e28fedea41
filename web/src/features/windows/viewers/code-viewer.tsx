import type { ElementView } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { useCompact } from '../../../shared/dom/media-queries.js';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import { CodeRows } from './code/code-rows.js';
import { languageOf } from './code/languages.js';
import { useRuns } from './code/use-runs.js';
import { Fetching, NoPreview } from './placeholders.js';
import { type BarSwitch, TextFrame } from './text/text-frame.js';
import { useFind } from './text/use-find.js';
import { type FirstPart, useFirstPart } from './text/use-first-part.js';
import { type Reading, useReading } from './text/use-reading.js';
import type { ViewerProps } from './viewer-entry.js';

const limits = { step: 1024 * 1024, most: 8 * 1024 * 1024 };

interface CodeProps {
  element: ElementView;
  part: FirstPart;
  reading: Reading;
  /** They are added to the switches of the code viewer. */
  switches?: readonly BarSwitch[];
  notice?: string | null;
}

/** Nothing of the code is ever run. */
export const Code = ({ element, part, reading, switches = [], notice = null }: CodeProps) => {
  const [wraps, setWraps] = useState(useCompact());
  const { text } = reading;
  const language = languageOf(element.extension);
  const runs = useRuns(text, language?.name ?? null);
  const find = useFind(text);
  const wrap = { label: windowsTexts.wrap, isOn: wraps, toggle: () => setWraps(!wraps) };
  return (
    <TextFrame
      element={element}
      part={part}
      about={language?.label ?? windowsTexts.plainText}
      switches={[...switches, wrap]}
      reading={reading}
      find={find}
      notice={notice}
    >
      <CodeRows label={element.linkname} text={text} runs={runs} wraps={wraps} find={find} />
    </TextFrame>
  );
};

const CodeViewer = ({ element }: ViewerProps) => {
  const part = useFirstPart(element, limits);
  const reading = useReading(part.bytes);
  if (part.bytes === null) return <Fetching />;
  if (part.bytes === undefined) return <NoPreview element={element} message={windowsTexts.textFailed} />;
  return <Code element={element} part={part} reading={reading} />;
};

export default CodeViewer;
