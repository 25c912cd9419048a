/** Writes docs/openapi.json from the declared endpoints; with --check only says whether it is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig } from '../core/config.ts'
import { createApiServer } from './api-server.ts'

const root = join(import.meta.dirname, '../../..')
const file = join(root, 'docs/openapi.json')

const example = parseEnv(readFileSync(join(root, 'deploy/example.env'), 'utf8'))
const { app, shutdown } = await createApiServer(readConfig({ ...example, LOG_LEVEL: 'silent' }))
await app.ready()
const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
for (const [, close] of shutdown) await close()

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    process.stdout.write(
      'docs/openapi.json is not current: node --conditions=source --import tsx server/src/main/openapi.ts\n',
    )
    process.exit(1)
  }
} else {
  writeFileSync(file, text)
}
process.exit(0)
