/** Who may import whom. Dependencies point inward: http → application → domain; services meet only in libs/. */
const SPEC = '\\.(spec|test|e2e|contract)\\.tsx?$|/(contract|testing)/';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one thing in two places, or a third one is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      // Modules named `k6…` are k6's own, in its program.
      to: { couldNotResolve: true, pathNot: '\\?(url|worker|raw|inline)$|^virtual:|^k6(/|$)' },
    },
    {
      name: 'service-imports-no-service',
      comment: 'Services speak by events and HTTP. What two of them need belongs into libs/.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'service-imports-only-libs',
      severity: 'error',
      from: { path: '^services/', pathNot: SPEC },
      to: { path: '^(web|apps|e2e|bench|tools|chaos)/' },
    },
    {
      name: 'domain-is-pure',
      comment:
        'The domain knows the contracts, their language (zod) and itself: no Node, no framework, no database.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/domain/', pathNot: SPEC },
      to: { pathNot: '^services/$1/src/domain/|^libs/contracts/|node_modules/zod/' },
    },
    {
      name: 'application-knows-no-door',
      comment: 'A use case must not know whether HTTP or an event has called it.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/application/', pathNot: SPEC },
      to: { path: '^services/[^/]+/src/(http|reactions)/' },
    },
    {
      name: 'application-knows-no-infrastructure',
      comment: 'A use case says by a type what it needs; the module gives it the adapter.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/application/', pathNot: SPEC },
      to: { path: '^services/[^/]+/src/(infrastructure|kinds)/' },
    },
    {
      name: 'doors-know-no-infrastructure',
      comment: 'A controller or reaction says by a type what it needs; the module gives it the adapter.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/(http|reactions)/', pathNot: SPEC },
      to: { path: '^services/[^/]+/src/(infrastructure|kinds)/' },
    },
    {
      name: 'test-code-outside-src',
      comment: 'What only tests use stands in `<package>/testing`, so that `src/` is the product.',
      severity: 'error',
      from: { path: '^(libs|services|apps)/[^/]+/src/.*(testing|contract)/', pathNot: '^libs/testing/' },
      to: {},
    },
    {
      name: 'product-without-test-code',
      severity: 'error',
      from: { path: '^(libs|services|apps)/[^/]+/src/', pathNot: [SPEC, '^libs/testing/'] },
      to: { path: '^(libs|services|apps)/[^/]+/testing/' },
    },
    {
      name: 'libs-know-no-product',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|web|apps|e2e|bench|tools|chaos)/' },
    },
    {
      name: 'only-tests-start-servers',
      comment: 'The stack of real servers is for what runs the product, never for the product itself.',
      severity: 'error',
      from: { path: '^(libs|services)/', pathNot: [SPEC, '^libs/(testing|stack)/'] },
      to: { path: '^libs/stack/' },
    },
    {
      name: 'web-knows-only-contracts',
      comment: 'What runs in the browser shares nothing with the servers but the contracts.',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^(services|apps|e2e|bench|tools|chaos|libs)/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'web-shared-knows-no-feature',
      comment: 'In the page: app → features → shared. What several features need moves down into shared.',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: '^web/src/(app|features|main)' },
    },
    {
      name: 'web-feature-knows-no-app',
      comment: 'The app puts features together; a feature works wherever it is put.',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(app/|main)' },
    },
    {
      name: 'web-features-meet-in-public',
      comment: 'A feature takes of another one only what stands in its public.ts.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: {
        path: '^web/src/features/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/[^/]+/public\\.ts$'],
      },
    },
    {
      name: 'web-page-without-test-code',
      severity: 'error',
      from: { path: '^web/src/', pathNot: SPEC },
      to: { path: '^web/testing/' },
    },
    {
      name: 'checker-knows-no-product',
      comment: 'Who judges the product shares no code with it: a mistake in common would judge itself.',
      severity: 'error',
      from: { path: '^chaos/src/checker/', pathNot: SPEC },
      to: {
        pathNot: ['^chaos/src/(checker|history)/', 'node_modules/(@types/node|mongodb|minio)/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'checker-takes-types-of-the-history',
      comment: 'Of the program that writes the history, the checker knows how its lines look.',
      severity: 'error',
      from: { path: '^chaos/src/checker/', pathNot: SPEC },
      to: { path: '^chaos/src/history/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-dependency',
      comment: 'Every package says in its own package.json what it uses.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-dependency-in-product',
      comment: 'The product runs without what only tests and builds need.',
      severity: 'error',
      from: {
        path: '^(services|libs|apps|web/src)/',
        pathNot: [SPEC, '^libs/testing/', '^apps/signals/', 'vitest\\.config\\.ts$'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((libs|services|apps)/[^/]+|web|e2e|bench|chaos)/dist/' },
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['@skyshelf/source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
