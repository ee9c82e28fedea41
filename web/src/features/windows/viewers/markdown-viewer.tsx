import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useMemo, useState } from 'react';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import { highlighter, HighlighterContext } from './code/use-runs.js';
import { Code } from './code-viewer.js';
import { Fetching, NoPreview } from './placeholders.js';
import { Note, useNote } from './markdown/note.js';
import { TextFrame } from './text/text-frame.js';
import { type FirstPart, useFirstPart } from './text/use-first-part.js';
import { useReading } from './text/use-reading.js';
import type { ViewerProps } from './viewer-entry.js';

/** All of it is in the page at once. */
const limits = { step: 256 * 1024, most: 2 * 1024 * 1024 };

const LaidOut = ({ element, part }: { element: ElementView; part: FirstPart }) => {
  const [showsSource, setShowsSource] = useState(false);
  const reading = useReading(part.bytes);
  const note = useNote(reading.text);
  const client = useMemo(highlighter, []);
  useEffect(() => client.close, [client]);
  if (note === undefined)
    return <Code element={element} part={part} reading={reading} notice={windowsTexts.noteFailed} />;
  const source = {
    label: windowsTexts.source,
    isOn: showsSource,
    toggle: () => setShowsSource(!showsSource),
  };
  if (showsSource) return <Code element={element} part={part} reading={reading} switches={[source]} />;
  return (
    <TextFrame
      element={element}
      part={part}
      about="Markdown"
      switches={[source]}
      reading={reading}
      find={null}
    >
      {note === null ? (
        <Fetching />
      ) : (
        <HighlighterContext value={client}>
          <Note label={element.linkname} folder={element.path} nodes={note} />
        </HighlighterContext>
      )}
    </TextFrame>
  );
};

const MarkdownViewer = ({ element }: ViewerProps) => {
  const part = useFirstPart(element, limits);
  if (part.bytes === null) return <Fetching />;
  if (part.bytes === undefined) return <NoPreview element={element} message={windowsTexts.textFailed} />;
  return <LaidOut element={element} part={part} />;
};

export default MarkdownViewer;
