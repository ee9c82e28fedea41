import type { Type } from '@nestjs/common';
import type { OpenedService } from '#src/runtime.js';

/** A service of these controllers alone. */
export const serviceOf = (controllers: Type[] = [], opened: Partial<OpenedService> = {}) => ({
  name: 'storage' as const,
  open: () => ({ module: { module: class {}, controllers }, ...opened }),
});
