/** Who may import whom: see docs/architecture.md. */
const area = (side) => `^${side}/src/areas/([^/]+)/`

/** The server's areas in their order: each may use those before it, and none that comes after it. */
const SERVER_AREAS = [
  'auth',
  'profile',
  'billing',
  'feedback',
  'org',
  'exports',
  'workflows',
  'templates',
  'integrations',
  'instances',
  'starts',
  'copilot',
  'tasks',
  'calendar',
  'analytics',
  'documents',
  'forms',
  'websites',
  'comments',
  'audit',
  'inbox',
  'search',
  'reports',
  'admin',
]
const serverArea = (names) => `^server/src/areas/(${names.join('|')})/`

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-only-zod-mini',
      severity: 'error',
      from: { path: '^contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contracts/src', 'node_modules/zod/(v4/)?(mini|core)'] },
    },
    {
      name: 'flow-run-imports-nothing',
      severity: 'error',
      from: { path: '^flow/src/(run|eval|plan|exprs|bit-string)', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^flow/src/(run|eval|plan|exprs|bit-string)' },
    },
    {
      name: 'flow-knows-its-document-and-cel',
      severity: 'error',
      from: { path: '^flow/src', pathNot: '\\.test\\.ts$|/testing/' },
      to: {
        pathNot: [
          '^flow/src',
          '^contracts/src/(workflow-document|workflow-edits|form-content|form-texts|forms|schedule-rule|website-content|websites)\\.ts',
          '@marcbachmann/cel-js',
        ],
      },
    },
    {
      name: 'core-knows-no-area',
      severity: 'error',
      from: { path: '^server/src/core', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^server/src/(areas|main)' },
    },
    {
      name: 'areas-know-no-main',
      severity: 'error',
      from: { path: '^server/src/areas', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^server/src/main' },
    },
    {
      name: 'areas-meet-at-their-public-file',
      severity: 'error',
      from: { path: area('server') },
      to: { path: area('server'), pathNot: ['^server/src/areas/$1/', '^server/src/areas/([^/]+)/\\1\\.public\\.ts$'] },
    },
    {
      name: 'an-area-does-not-use-its-own-public-file',
      severity: 'error',
      from: { path: area('server') },
      to: { path: '^server/src/areas/$1/$1\\.public\\.ts$' },
    },
    {
      name: 'server-areas-are-in-the-order',
      severity: 'error',
      from: {},
      to: { path: '^server/src/areas/', pathNot: serverArea(SERVER_AREAS) },
    },
    ...SERVER_AREAS.slice(0, -1).map((name, at) => ({
      name: `${name}-knows-no-later-area`,
      severity: 'error',
      from: { path: serverArea([name]), pathNot: '\\.test\\.ts$' },
      to: { path: serverArea(SERVER_AREAS.slice(at + 1)) },
    })),
    {
      name: 'only-the-admin-console-uses-the-door-of-staff',
      severity: 'error',
      from: { pathNot: ['^server/src/areas/admin/', '^server/test/'] },
      to: { path: '^server/src/core/db/in-staff\\.ts$' },
    },
    {
      name: 'only-billing-knows-plans',
      severity: 'error',
      from: { path: '^server/src/(areas|core)/', pathNot: ['^server/src/areas/billing/', '\\.test\\.ts$'] },
      to: { path: '^contracts/src/(billing|billing-amounts|taxes|money)\\.ts$' },
    },
    {
      name: 'only-a-turn-writes-what-steps-make',
      severity: 'error',
      // The bench of partitions writes turns straight into tables of its own.
      from: { pathNot: ['^server/src/areas/instances/engine/', '^bench/support/partitions/'] },
      to: {
        path: '^server/src/areas/instances/engine/(turn|turn-tasks|people-changes|not-counted|effects)\\.queries\\.ts$',
      },
    },
    {
      name: 'workflows-are-pure',
      severity: 'error',
      from: { path: '\\.workflow\\.ts$', pathNot: '^server/test/' },
      to: {
        pathNot: [
          '@temporalio/workflow',
          '@temporalio/common',
          '^flow/',
          '^contracts/',
          '\\.workflow\\.ts$',
          '\\.activities\\.ts$',
        ],
      },
    },
    {
      name: 'workflows-know-activities-by-type',
      severity: 'error',
      from: { path: '\\.workflow\\.ts$' },
      to: { path: '\\.activities\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-and-server-meet-in-contracts',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^server' },
    },
    {
      name: 'ui-knows-nothing',
      severity: 'error',
      from: { path: '^web/src/ui' },
      to: { path: '^(contracts|flow)/|^web/src/(shared|areas|app|dev)' },
    },
    {
      name: 'shared-knows-ui-contracts-and-flow',
      severity: 'error',
      from: { path: '^web/src/shared' },
      to: { path: '^web/src/(areas|app|dev)' },
    },
    {
      name: 'web-areas-know-no-app',
      severity: 'error',
      from: { path: '^web/src/areas' },
      to: { path: '^web/src/(app|dev)' },
    },
    {
      name: 'web-areas-meet-on-purpose',
      severity: 'error',
      from: { path: area('web') },
      to: {
        path: area('web'),
        pathNot: ['^web/src/areas/$1/', '^web/src/areas/[^/]+/(parts/|testing/|[^/]+\\.api\\.ts$)'],
      },
    },
    {
      name: 'samples-are-for-tests',
      severity: 'error',
      from: { path: '^web/src', pathNot: ['\\.test\\.tsx?$', '/testing/'] },
      to: { path: '/testing/' },
    },
    {
      name: 'the-product-knows-no-tools',
      severity: 'error',
      // The seed tells its story by the factories of the tests.
      from: {
        path: '^(contracts|flow|server|web)/src',
        pathNot: ['\\.test\\.tsx?$', '/testing/', '^server/src/main/seed\\.ts$'],
      },
      to: { path: '^(bench|e2e|scripts|server/test)/' },
    },
    {
      name: 'scripts-know-no-product',
      severity: 'error',
      from: { path: '^scripts' },
      to: { path: '^(contracts|flow|server|web|bench|e2e)/' },
    },
    {
      name: 'journeys-see-the-product-from-outside',
      severity: 'error',
      from: { path: '^e2e' },
      to: {
        path: '^(flow|server|web)/src|^(bench|scripts)/',
        pathNot: ['^flow/src/testing/', '^bench/support/(figures|interleave|requests-a-second)'],
      },
    },
    {
      name: 'benches-know-no-page',
      severity: 'error',
      from: { path: '^bench' },
      to: { path: '^(web|e2e)/' },
    },
    {
      name: 'tests-of-the-server-know-no-page',
      severity: 'error',
      from: { path: '^server/test' },
      to: { path: '^(web|e2e|scripts|bench)/', pathNot: '^bench/support/crash/' },
    },
    {
      name: 'no-barrels',
      severity: 'error',
      from: {},
      to: {
        path: ['^(contracts|flow|server|web)/src/.*/index[.]ts$', '^(contracts|flow|server|web)/src/.*/index[.]tsx$'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
