import { ConfigError } from '@skyshelf/config';
import { runMain } from '@skyshelf/service';
import { copyMemberKey, initSingleReplicaSet } from './init-single-replica-set.js';
import { startSignIn } from './start-sign-in.js';

const programs: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = {
  'member-key': async ([from = '', to = '']) => copyMemberKey(from, to),
  'replica-set': ([uriFile = '', keyFile = '']) => initSingleReplicaSet({ uriFile, keyFile }),
  'sign-in': async () => {
    const signIn = await startSignIn(process.env);
    process.stdout.write(`ready at ${signIn.issuer}\n`);
    const stop = () => void signIn.close().finally(() => process.exit(0));
    process.once('SIGTERM', stop).once('SIGINT', stop);
  },
};

/** For an evaluation on Kubernetes: `member-key FROM TO`, `replica-set URI_FILE KEY_FILE`, `sign-in`. */
await runMain(async () => {
  const [name = '', ...words] = process.argv.slice(2);
  const program = programs[name];
  if (program) return program(words);
  throw new ConfigError('evaluation', [
    `The first word: given ${name || 'nothing'}, allowed is ${Object.keys(programs).join(' | ')}.`,
  ]);
});
