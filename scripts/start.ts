import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runTogether } from './processes.ts'
import { becomeStacked, runForeground } from './stack/foreground.ts'
import { main } from './stack/main.ts'
import { repository } from './stack/places.ts'
import { port } from './stack/settings.ts'

const entry = (name: string) => join(repository, 'server/dist/main', `${name}.js`)

await main(async () => {
  if (!existsSync(entry('api'))) throw new Error('Nothing is built yet. Run: pnpm build')
  const env = {
    NODE_ENV: 'production',
    WORKER_HEALTH_PORT: String(port('worker_health')),
    RELAY_HEALTH_PORT: String(port('relay_health')),
    MAIL_IN_HEALTH_PORT: String(port('mail_in_health')),
    MAIL_IN_DOMAIN: 'in.throughline.test',
    MAIL_IN_PORT: String(port('mail_in')),
    ...(await becomeStacked()),
  }
  const migrated = await runForeground(process.execPath, [entry('migrate')], env)
  if (migrated !== 0) return migrated
  const servers = ['api', 'worker', 'relay', 'mail-in'].map((name) => ({
    name,
    command: process.execPath,
    args: [entry(name)],
  }))
  return await runTogether(servers, env)
})
