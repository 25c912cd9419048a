import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from '../binaries.ts'
import { answers } from '../daemon.ts'
import { goPackages, goProgram } from '../go.ts'
import type { Part } from '../part.ts'
import { dataOf, logOf } from '../places.ts'
import { ask, launch } from '../run.ts'
import { host, port, versions } from '../settings.ts'

const cacheName = `temporal-ui-${versions.temporal_ui}`

async function binary(): Promise<string> {
  const command = onPath('temporal-ui-server')
  if (command && (await ask(command, ['--version']))?.endsWith(` ${versions.temporal_ui}`)) return command
  const program = `github.com/temporalio/ui-server/v2/cmd/server@v${versions.temporal_ui}`
  return join(await goProgram(cacheName, '30 s', program), 'server')
}

export const temporalUi: Part = {
  name: 'temporal_ui',
  title: `Temporal console ${versions.temporal_ui}`,
  address: `http://${host}:${port('temporal_ui')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: () => goPackages(cacheName),
  ensure: async () => {
    await binary()
  },
  start: async () => {
    const root = dataOf('temporal_ui')
    const settings = {
      temporalGrpcAddress: `${host}:${port('temporal')}`,
      host,
      port: port('temporal_ui'),
      enableUi: true,
      disableWriteActions: false,
    }
    writeFileSync(join(root, 'development.yaml'), JSON.stringify(settings, null, 2))
    const args = ['--root', root, '--config', '.', '--env', 'development', 'start']
    return await launch(await binary(), args, logOf('temporal_ui'))
  },
  healthy: () => answers(port('temporal_ui')),
}
