import type { ReactNode } from 'react';
import { formatSize } from '../../../../shared/format/size.js';
import { text } from '../../../../shared/messages/en.js';

export const exactSize = (bytes: number): string =>
  bytes < 1024 ? formatSize(bytes) : text.details.exact(formatSize(bytes), bytes.toLocaleString('en-US'));

export const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
