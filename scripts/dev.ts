import { join } from 'node:path'
import { runTogether } from './processes.ts'
import { becomeStacked, runForeground } from './stack/foreground.ts'
import { main } from './stack/main.ts'
import { repository } from './stack/places.ts'
import { port } from './stack/settings.ts'

const source = ['--conditions=source', '--import', 'tsx']
const entry = (name: string) => join(repository, 'server/src/main', `${name}.ts`)
const origin = (name: string) => `http://${name}.localhost:${port('web_dev')}`

await main(async () => {
  const env: NodeJS.ProcessEnv = {
    ...(await becomeStacked()),
    // The browser talks to the web's development server, which passes calls on with their host.
    WEB_PORT: String(port('web_dev')),
    APP_ORIGIN: origin('app'),
    ADMIN_ORIGIN: origin('admin'),
    WWW_ORIGIN: origin('www'),
    USERCONTENT_ORIGIN: origin('usercontent'),
    SITES_ORIGIN: origin('sites'),
    WORKER_HEALTH_PORT: String(port('worker_health')),
    RELAY_HEALTH_PORT: String(port('relay_health')),
    MAIL_IN_HEALTH_PORT: String(port('mail_in_health')),
    MAIL_IN_DOMAIN: 'in.throughline.test',
    MAIL_IN_PORT: String(port('mail_in')),
  }
  const migrated = await runForeground(process.execPath, [...source, entry('migrate')], env)
  if (migrated !== 0) return migrated
  const servers = ['api', 'worker', 'relay', 'mail-in'].map((name) => ({
    name,
    command: process.execPath,
    // Not Node's own --watch: it sends words into threads, and the engine's worker dies of a message it does not know.
    args: [
      join(repository, 'node_modules/tsx/dist/cli.mjs'),
      'watch',
      '--clear-screen=false',
      '--conditions=source',
      entry(name),
    ],
    // How JSX is meant is read from the folder's own tsconfig.
    cwd: join(repository, 'server'),
  }))
  const web = { name: 'web', command: 'node_modules/.bin/vite', args: [], cwd: join(repository, 'web') }
  process.stdout.write(`\nThroughline: ${origin('app')}\nMail:        ${env.MAIL_CATCHER_URL}\n\n`)
  return await runTogether([...servers, web], env)
})
