// The import rules of docs/architecture.md, in detail.
const domains = 'auth|ljmonitor|chat|notify|stack';
const adapterNames =
  'store[^/]*|[a-z/-]+-(store|item|writes|queue|topic|client)|items|keys|listing-site/(listing-site|request)|cognito/[^/]+';
const adapters = `^lambdas/src/(${domains})/(${adapterNames})\\.ts$`;
const shells =
  '^lambdas/src/(' +
  domains +
  ')/(routes[^/]*|worker|[a-z-]+/[a-z-]+-routes|sessions/(start-session|end-session|signed-in-browsers)|mails/(owner-mails|tell-owner)|[a-z-]+/[a-z-]+-worker|watch/(stop-idle-server|watch-server)|handle-server-event)\\.ts$';
const entries = '\\.lambda\\.ts$';
// The file that composes a domain for its entries.
const wiring = '/compose\\.ts$';
const sdk = '(^|node_modules/)(@aws-sdk|@smithy|openai)/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    {
      name: 'no-circles-of-rooms',
      comment: 'A room of these domains and features imports no room that imports it, by whatever way.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(lambdas/src/(' + domains + ')|web/src/features/stack)/[^/]+' },
      to: { circular: true },
    },
    forbid('no-cycles', 'two files that need each other are one file', {}, { circular: true }),
    forbid(
      'contract-alone',
      'the contract depends on zod and the rules',
      { path: '^shared-types/src/contract/' },
      { pathNot: ['^shared-types/', 'node_modules/zod/'] },
    ),
    forbid(
      'rules-alone',
      'a rule that both sides share depends on other rules only, so that the browser can load it without zod',
      { path: '^shared-types/src/rules/' },
      { pathNot: ['^shared-types/src/rules/', 'node_modules/croner/'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'one-cron-engine',
      'only rules/schedule.ts uses croner',
      { pathNot: '^shared-types/src/rules/schedule\\.ts$' },
      { path: 'node_modules/croner/' },
    ),
    forbid('entries-are-ends', 'nothing imports a *.lambda.ts', {}, { path: entries }),
    forbid(
      'domains-apart',
      'a domain never imports another',
      { path: '^lambdas/src/(' + domains + ')/' },
      { path: '^lambdas/src/(' + domains + ')/', pathNot: '^lambdas/src/$1/' },
    ),
    forbid(
      'platform-is-domain-free',
      'platform knows no domain',
      { path: '^lambdas/src/platform/' },
      { path: '^lambdas/src/(' + domains + ')/' },
    ),
    forbid(
      'shells-know-ports',
      'routes and workers know the types of adapters and of the SDK, never their code',
      { path: shells },
      {
        path: [adapters, sdk, '^lambdas/src/platform/(outage|queue\\.|parameter|clock|id\\.|dynamodb/client)'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid('adapters-apart', 'an adapter knows no routes and no workers', { path: adapters }, { path: shells }),
    forbid(
      'core-is-pure',
      'pure files know values only: no SDK, no adapters, nothing of node but types and hashing',
      {
        path: '^lambdas/src/(' + domains + ')/',
        pathNot: [adapters, shells, entries, wiring, '/env\\.ts$'],
      },
      {
        path: [
          sdk,
          adapters,
          shells,
          '^lambdas/src/platform/(?!app-error|remaining-time|token|for-each|audit/(network|site-event|browser-family)|http/session\\.ts$)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'infra-knows-shapes',
      'infra knows env.ts and no other code of the functions',
      { path: '^(infra|bin)/' },
      { path: '^(lambdas|web|local)/', pathNot: '^lambdas/src/[^/]+/env\\.ts$' },
    ),
    forbid(
      'infra-types-only',
      'infra imports env.ts for its types only',
      { path: '^(infra|bin)/' },
      { path: '^lambdas/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'web-knows-contract',
      'the browser knows the contract only',
      { path: '^web/' },
      { path: '^(lambdas|infra|local|bin|test|bench|tools)/' },
    ),
    forbid(
      'features-apart',
      'a feature never imports another; the home page shows the cards of the tools',
      { path: '^web/src/features/([^/]+)/' },
      {
        path: '^web/src/features/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/(chat|ljmonitor|stack)/(home/)?home-card\\.tsx$'],
      },
    ),
    forbid(
      'cards-for-home',
      'only the home page shows the cards of the tools',
      { pathNot: '^(web/src/features/home|test)/' },
      { path: '^web/src/features/[^/]+/(home/)?home-card\\.tsx$' },
    ),
    forbid(
      'app-knows-features',
      'only the entries app.tsx and bring.tsx know the features',
      { path: '^web/src/', pathNot: ['^web/src/(app|bring|overlays)\\.tsx$', '^web/src/features/'] },
      { path: '^web/src/features/' },
    ),
    forbid(
      'no-zod-in-web',
      'zod stays out of the browser',
      { path: '^web/' },
      { path: '^shared-types/src/contract/(?!errors\\.ts)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'local-hosts-bundles',
      'the local cloud hosts bundles, not modules',
      { path: '^local/' },
      { path: '^(lambdas|web|test|bench|tools)/' },
    ),
    forbid(
      'product-knows-no-local',
      'the product does not know that it can run locally',
      { path: '^(shared-types|infra|lambdas|web|bin)/' },
      { path: '^(local|test|bench|tools)/' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
      conditionNames: ['import', 'default'],
      exportsFields: ['exports'],
    },
  },
};
