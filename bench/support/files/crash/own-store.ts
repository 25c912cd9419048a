import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { answers, until } from '../../../../scripts/stack/daemon.ts'
import { s3Program } from '../../../../scripts/stack/parts/s3.ts'
import { Service } from '../../crash/service.ts'

const HOST = '127.0.0.1'

export interface OwnStore {
  service: Service
  ready: () => Promise<void>
  /** Everything that waits in quarantine, whole or in parts, is as old as this from now on. */
  age: (days: number) => void
}

/** An S3 server that may be killed without disturbing anybody; the same program as the stack's. What starts next uses it. */
export async function startOwnStore(folder: string, port: number): Promise<OwnStore> {
  const objects = join(folder, 'objects')
  const bucket = join(objects, process.env.S3_BUCKET ?? '')
  mkdirSync(bucket, { recursive: true })
  const env = { ROOT_ACCESS_KEY: process.env.S3_ACCESS_KEY, ROOT_SECRET_KEY: process.env.S3_SECRET_KEY }
  const args = ['--port', `${HOST}:${port}`, 'posix', objects]
  const service = new Service({ name: 's3', command: await s3Program(), args, env }, folder)
  const origin = `http://${HOST}:${port}`
  Object.assign(process.env, { S3_ENDPOINT: origin, S3_PUBLIC_ENDPOINT: origin })
  service.start()
  const ready = () => until('the object store', 60, () => answers(port))
  await ready()
  return {
    service,
    ready,
    age: (days) => {
      const then = new Date(Date.now() - days * 86_400_000)
      for (const inside of ['quarantine', '.sgwtmp']) {
        for (const entry of readdirSync(bucket, { withFileTypes: true })) {
          if (entry.name !== inside) continue
          const top = join(bucket, inside)
          for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' }))
            utimesSync(join(top, name), then, then)
        }
      }
    },
  }
}
