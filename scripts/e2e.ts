/**
 * Browser journeys: `pnpm e2e [area] [Playwright's arguments]`. They run on what was built, never on the development
 * server, with a database, a task queue, a Redis number and ports of their own. PICTURES=1 writes a picture of every
 * screen to test-results/screens, and those that documents show to docs/screens as well.
 */
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './stack/debian.ts'
import { becomeStacked, runForeground } from './stack/foreground.ts'
import { main } from './stack/main.ts'
import { repository } from './stack/places.ts'
import { port } from './stack/settings.ts'

const BROWSER = '/usr/bin/chromium'
const DATABASE = 'throughline_e2e'
const at = (path: string) => join(repository, path)
const changed = (path: string) => statSync(path).mtimeMs
const origin = (name: string) => `http://${name}.localhost:${port('e2e')}`

function builtLater(): boolean {
  const results = ['server/dist/workflow-bundle.js', 'web/dist/index.html'].map(at)
  if (!results.every(existsSync)) return false
  const sources = globSync(['{contracts,flow,server,web}/src/**/*.{ts,tsx,css}', 'web/public/*', 'web/*.{html,ts}'], {
    cwd: repository,
    exclude: ['**/*.test.{ts,tsx}'],
  })
  return Math.min(...results.map(changed)) > Math.max(...sources.map((path) => changed(at(path))))
}

const RECEIVER_ORIGIN = `http://127.0.0.1:${port('e2e_receiver')}`

const ownParts = (stack: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...stack,
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  PG_DATABASE: DATABASE,
  REDIS_URL: `${stack.REDIS_URL}/1`,
  TEMPORAL_TASK_QUEUE: 'e2e',
  API_PORT: String(port('e2e')),
  WORKER_HEALTH_PORT: String(port('e2e_worker_health')),
  RELAY_HEALTH_PORT: String(port('e2e_relay_health')),
  MAIL_IN_DOMAIN: 'in.throughline.test',
  MAIL_IN_PORT: String(port('e2e_mail_in')),
  MAIL_IN_HEALTH_PORT: String(port('e2e_mail_in_health')),
  APP_ORIGIN: origin('app'),
  ADMIN_ORIGIN: origin('admin'),
  WWW_ORIGIN: origin('www'),
  USERCONTENT_ORIGIN: origin('usercontent'),
  SITES_ORIGIN: origin('sites'),
  // Each journey has an address of its own, so that they do not use up each other's tries.
  TRUST_PROXY: '127.0.0.1',
  // Nobody waits two minutes to see that a mail comes.
  MAIL_HOLD_SECONDS: '1',
  // Where a journey stands in for a service that steps call.
  RECEIVER_ORIGIN,
  TOOLS_TRUSTED_ORIGINS: [RECEIVER_ORIGIN, stack.TOOLS_TRUSTED_ORIGINS].join(),
})

const source = ['--conditions=source', '--import', 'tsx']

await main(async () => {
  if (!existsSync(BROWSER)) await install(['chromium'])
  const env = ownParts(await becomeStacked())
  const [area, ...rest] = process.argv.slice(2)
  const steps = [
    ...(builtLater() ? [] : [['scripts/build.ts']]),
    [...source, 'server/test/fresh-database.ts', DATABASE],
    ['server/dist/main/migrate.js'],
    [...source, 'server/src/main/seed.ts'],
    ['e2e/node_modules/@playwright/test/cli.js', 'test', '--config=e2e', ...(area ? [area] : []), ...rest],
  ]
  process.chdir(repository)
  for (const step of steps) {
    const code = await runForeground(process.execPath, step, env)
    if (code !== 0) return code
  }
  return 0
})
