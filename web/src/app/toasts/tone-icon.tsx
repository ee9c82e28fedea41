import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { Tone } from '../../shared/toasts/toasts-slice.js';

const icons = {
  success: IconCircleCheck,
  error: IconCircleX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
} satisfies Record<Tone, unknown>;

export const ToneIcon = ({
  tone,
  className,
  size = 20,
}: {
  tone: Tone;
  className?: string | undefined;
  size?: number;
}) => {
  const Icon = icons[tone];
  return <Icon className={className} size={size} aria-hidden />;
};
