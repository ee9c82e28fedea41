import { keepCompiledCode } from '@skyshelf/data-folder/compile-cache';
import { packedProgram } from '@skyshelf/data-folder/packed-program';

keepCompiledCode();
await import(packedProgram('apps/standalone/dist/run.js'));
