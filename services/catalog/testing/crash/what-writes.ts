import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { Reactions } from '#src/reactions/reactions.controller.js';

/** Routes of the catalogue that change something; opening an element takes no key, but counts. */
export const writingRoutes = (): string[] =>
  Object.entries(routes)
    .filter(([, route]) => route.service === 'catalog' && ('command' in route ? route.command : false))
    .map(([name]) => name)
    .concat('countOpening');

/** Types of the events that the catalogue reacts to. */
export const reactedTo = (): string[] =>
  Object.getOwnPropertyNames(Reactions.prototype).flatMap((method) => {
    const handler: unknown = Reflect.get(Reactions.prototype, method);
    if (typeof handler !== 'function') return [];
    return (Reflect.getMetadata(PATTERN_METADATA, handler) as string[] | undefined) ?? [];
  });

const commands = join(import.meta.dirname, '../../src/application/commands');

/** The names under which the use cases hand commands to the drive store, as their sources say. */
export const storedCommands = (): string[] =>
  readdirSync(commands)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => [
      ...readFileSync(join(commands, file), 'utf8').matchAll(/name: '([a-z-]+)',\s+payload/g),
    ])
    .map(([, name = '']) => name);
