/**
 * Long runs and other rarely used commands: what `npm run campaign` lists and runs, and docs/campaigns.md shows.
 * `command` is for a shell, which finds the programs of node_modules; words after the name are added to it.
 */
export const CAMPAIGNS = {
  e2e: {
    command: 'E2E_FULL=1 node tools/test.mjs --suite e2e',
    takes: '45 min',
    does: 'all tests of the running product, with the full numbers of kills, races, states and rounds; `E2E_SEED` repeats what a run has drawn',
  },
  crash: {
    command: "CRASH_POINTS=all vitest run --project 'integration*' services/catalog/testing/crash-points",
    takes: '10 min',
    does: "lets a process die before and after each call to a port, in every use case that writes (about 1,500 points); another one goes on and the request comes again. `CRASH_CASE='paste'` takes a part; `CRASH_POINTS=8 npx vitest run --project 'integration*' services/catalog/testing/crash-points` some of each",
  },
  kill: {
    command: 'npm run chaos -- --mode standalone --minutes 4',
    takes: '6 min',
    does: 'kills and stops the standalone and its database again and again while users work; the checker of chaos, which keeps a history of its own, is the judge',
  },
  jobs: {
    command: "CRASH_ROUNDS=20 vitest run --project 'integration*' libs/jobs/src/mongo/crash",
    takes: '4 min',
    does: 'kills a process that works on jobs of each sort 20 times, while another one goes on; each has its effect once, in order, and drives take turns',
  },
  walk: {
    command:
      'SHELF_WALK_TIMES=20 REBUILD_BATCHES=160 vitest run services/catalog/testing/shelf-walk services/catalog/src/rebuild',
    takes: '15 min',
    does: 'two people at one drive against a plain map of paths, in memory, and by HTTP with commands at once; `SHELF_WALK_SEED` and `SHELF_WALK_WINNERS`, which a failure tells, repeat it',
  },
  rewind: {
    command: 'REWIND_HISTORIES=2000 REWIND_SEED=10000 vitest run services/catalog/testing/rewind',
    takes: '25 min',
    does: 'random histories: 20 moments of each as a plain map recorded them, put back, and undone; a failure tells its `REWIND_SEED`',
  },
  media: {
    command: "MEDIA_FULL=1 vitest run --project 'integration*' services/media",
    takes: '8 min',
    does: "every kind of every film of media's corpus, and the other tests of media",
  },
  races: {
    command:
      "PAIR_ROUNDS=1000 RACE_ROUNDS=100 vitest run --project 'integration*' services/catalog/testing/pair-races services/catalog/testing/races",
    takes: '5 min',
    does: 'six pairs of commands at the same time at two catalogs, 1,000 rounds each, e.g. paste against delete of the target; `SEED` repeats. Then 100 rounds of 50 who want one name',
  },
  imports: {
    command: "IMPORT_LINKS=26556 vitest run --project 'integration*' services/catalog/testing/imports",
    takes: '3 min',
    does: '26,556 bookmarks in 1,200 folders, again, 10,000 with one name, and cancelled on the way; tells times and memory',
  },
  uploads: {
    command: 'UPLOAD_ORDERS=10000 vitest run --project web web/src/features/uploads/machine',
    takes: '1 min',
    does: '20,000 random orders of what may happen to uploads, through the machine that decides what becomes of them',
  },
  surroundings: {
    command:
      'PAYMENT_KILLS=20 npm run e2e -- --mode standalone crash && E2E_FULL=1 npm run e2e -- --mode cluster crash/deletion',
    takes: '10 min',
    does: 'kills the product 20 times between a payment and its quota (`PAYMENT_SEED` repeats the moments). Then deletes an account, as a standalone and as a cluster; a scan of databases, topics, objects, mails and logs finds nothing of it, and finds what is planted',
  },
  heavy: {
    command: 'HEAVY_FILES=all npm run e2e -- --mode standalone src/hostile/heavy',
    takes: '50 min',
    does: "sixty files in a row that ask much of tools, with another user's photos at the same time: each ends, tools hold at most 1,200 MB, photos take at most 1 s; `HEAVY_SEED` repeats a sample of CI",
  },
  starved: {
    command:
      'STARVED_PHOTOS=${STARVED_PHOTOS:-200} STARVED_FILMS=${STARVED_FILMS:-20} npm run e2e -- --mode standalone src/hostile/starved',
    takes: '40 min',
    does: '200 photos and 20 films uploaded while 16 busy loops hold the processors for 5 minutes, then again with the whole product held to a fifth of a processor (cgroups; takes root): after 10 quiet minutes every thumbnail is there, and nothing was given up. `STARVED_PHOTOS`, `STARVED_FILMS`, `STARVED_SECONDS` make it smaller',
  },
  steady: {
    command: 'STEADY_SECONDS=3600 npm run e2e -- --mode standalone src/steady',
    takes: '65 min',
    does: 'a standalone whose five users do the same work again and again, from sign-in to sign-out, for `STEADY_SECONDS`: live objects, resident memory and open descriptors (told by kind) of the last third are those of the middle one. Descriptors rise by 64 at first, one for each folder of the store. `STEADY_OBJECTS=/tmp/objects` keeps counts of all objects at the end of each third, and then leaves resident memory out',
  },
  greedy: {
    command: 'GREEDY_SECONDS=600 npm run e2e -- greedy',
    takes: '11 min',
    does: 'ten minutes of an account that tries to have more than its share; `GREEDY_SEED` repeats',
  },
  web: {
    command:
      'FIGURES=1 WINDOW_OPENINGS=200 SOAK_SECONDS=1800 UPLOAD_FILES=6000 UPLOAD_ROUNDS=20 UNDO_PAIRS=200 npm run e2e -- windows/window-memory uploads/kept pages/undo',
    takes: '50 min',
    does: '200 windows opened and closed, half an hour of one shelf in two browsers, 6,000 files that are uploaded while the page is closed and cut off 20 times, 200 commands undone',
  },
  firefox: {
    command: 'E2E_FIREFOX=1 npm run e2e -- src/firefox',
    takes: '4 min',
    does: "one user's steps through the page in Debian's `firefox-esr`, the extension there and by Mozilla's `web-ext lint` (fetched by npx), and bookmarks that it reads and writes; set-up installs it where it may, else a skip",
  },
  'bench-web': {
    command: 'npm run bench -- web web-uploads',
    takes: '6 min',
    does: 'what a user of the page waits for, in folders of 1,000, 10,000 and 100,000 elements; `BENCH_ROUNDS=3` for figures to compare',
  },
  chaos: {
    command: 'node tools/chaos.mjs --minutes 20 --members 3 --users 8',
    takes: '25 min',
    does: '20 minutes of random users and random faults on a cluster with three members of each server, 8 users; see `chaos/README.md`',
  },
  bugs: {
    command: 'node tools/chaos.mjs bugs',
    takes: '3 min a bug and seed',
    does: 'plants each known bug in a copy of the build and looks whether chaos finds it; `--bug NAME`, `--seeds N`, `--clean`',
  },
  versions: {
    command:
      'for s in gateway catalog storage media billing notify; do npm run chaos -- --mixed $s --minutes ${MINUTES:-5} "$@" || exit 1; done',
    takes: '2 h',
    does: 'each service of the version before (`tools/previous-version.json`) among those of today and the other way round, then all back, under chaos, 5 minutes each (`MINUTES`)',
  },
  signals: {
    command: 'node tools/chaos.mjs signals',
    takes: '75 min',
    does: "a cluster that a real Prometheus scrapes with the chart's rules, all times and bounds of ages a fifteenth: 20 minutes of work page no one (`--calm`), after 10 minutes of chaos each query of rules and dashboards has an answer (`--chaos`; what may be empty stands in `tools/signals/queries.mjs`), and 18 causes made for real bring their alert in time with at most two pages (`--causes PATTERN`). A stand-in says what Kubernetes and cert-manager would. `--rest SECONDS`: how long a worker rests after each round. Wants a machine that does nothing else",
  },
  'kube-test': {
    command: 'node deploy/kube/test/main.mjs',
    takes: '4 min',
    does: 'applies the chart with every file of values to a real API server: installs, refusals, scaling against upgrades, ten rounds, a drained zone; a skip where Kubernetes is not built (`npm run kube -- provide`)',
  },
  kube: {
    command: 'node deploy/kube/full/main.mjs',
    takes: '20 min',
    does: "[docs/hosting.md](hosting.md) word for word on a real node, from the version before: upgraded, scaled, each pod evicted and rolled back under 110 requests a second, 20 live streams and uploads in parts, a film watched while its pod leaves, all pairs of pods tried against its NetworkPolicies; takes root, `npm run images -- --draft` and `npm run images -- --servers`. `--mistake no-drain` plants what the load must find, `--scaling` lets KEDA scale media's roles (`npm run kube -- provide --scalers`)",
  },
  kept: {
    command: "KEPT=new vitest run --project 'integration*' apps/standalone/testing/kept",
    takes: '1 min',
    does: 'keeps what the product of today leaves in its databases as a version of its own, which later versions must read',
  },
  screens: {
    command: 'tsc -b e2e && node e2e/dist/pages/screens.js',
    takes: '4 min',
    does: 'makes the pictures in `docs/screens`, that of the README among them; after words only states whose name holds one',
  },
  'demo-video': {
    command: 'tsc -b e2e && node e2e/dist/demo/demo-video.js',
    takes: '2 min',
    does: 'records the film of the intro again; needs ffmpeg',
  },
};
