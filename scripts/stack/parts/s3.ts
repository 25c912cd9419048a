import { join } from 'node:path'
import { onPath } from '../binaries.ts'
import { answers } from '../daemon.ts'
import { goPackages, goProgram } from '../go.ts'
import type { Part } from '../part.ts'
import { dataOf, folder, logOf } from '../places.ts'
import { ask, launch } from '../run.ts'
import { secrets } from '../secrets.ts'
import { host, port, versions } from '../settings.ts'
import { allowOwnPages } from './s3-cors.ts'

const cacheName = `versitygw-${versions.versitygw}`

export async function s3Program(): Promise<string> {
  const command = onPath('versitygw')
  if (command && (await ask(command, ['--version']))?.includes(versions.versitygw)) return command
  const program = `github.com/versity/versitygw/cmd/versitygw@v${versions.versitygw}`
  return join(await goProgram(cacheName, '2 min', program), 'versitygw')
}

export const s3: Part = {
  name: 's3',
  title: `versitygw ${versions.versitygw}`,
  address: `${host}:${port('s3')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: () => goPackages(cacheName),
  ensure: async () => {
    await s3Program()
  },
  start: async () => {
    const objects = folder(dataOf('s3'), 'objects')
    // A bucket is a folder.
    folder(objects, 'throughline')
    const versionsFolder = folder(dataOf('s3'), 'versions')
    const args = ['--port', `${host}:${port('s3')}`, 'posix', '--versioning-dir', versionsFolder, objects]
    const env = { ROOT_ACCESS_KEY: secrets().s3_access, ROOT_SECRET_KEY: secrets().s3_secret }
    return await launch(await s3Program(), args, logOf('s3'), { env })
  },
  healthy: () => answers(port('s3')),
  prepare: allowOwnPages,
}
