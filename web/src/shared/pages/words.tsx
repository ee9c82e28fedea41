import { Link } from 'wouter';

/** As in Markdown, to pages of our own only. */
const LINK = /\[([^\]]+)\]\((\/[^)]*)\)/;

/** A text of the message files whose mentions of pages are links. */
export const Words = ({ text }: { text: string }) => {
  const parts = text.split(LINK);
  return parts.map((part, index) => {
    // Between two texts stand a name and its address.
    if (index % 3 === 0) return part;
    return index % 3 === 1 ? (
      <Link key={index} href={parts[index + 1] ?? ''}>
        {part}
      </Link>
    ) : null;
  });
};
