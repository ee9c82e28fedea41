// Lets node run the sources of this library as they are, in a process that a test may kill.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const ours = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(ours ? specifier.replace(/\.js$/u, '.ts') : specifier, context);
  },
});
