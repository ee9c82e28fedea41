import type { ReactNode } from 'react';
import { formatSize } from '../../../../shared/format/size.js';
import { text } from '../../../../shared/messages/en.js';

/** `1.2 MB (1,234,567 Bytes)`, and small ones once. */
export const exactSize = (bytes: number): string =>
  bytes < 1024 ? formatSize(bytes) : text.details.exact(formatSize(bytes), bytes.toLocaleString('en-US'));

/** One line of the details. */
export const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
