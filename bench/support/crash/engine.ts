import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from '../../../scripts/stack/binaries.ts'
import { bringSchemasUpToDate, temporalServer } from '../../../scripts/stack/parts/temporal.ts'
import { program } from '../../../scripts/stack/programs.ts'
import { run } from '../../../scripts/stack/run.ts'
import { host } from '../../../scripts/stack/settings.ts'
import { type TemporalPlace, temporalConfig } from '../../../scripts/stack/temporal-config.ts'
import { asAdmin } from '../../../server/test/database.ts'
import { Service } from './service.ts'

export interface OwnServers {
  temporal: Service
  redis: Service
  environment: NodeJS.ProcessEnv
  /** After both have ended. */
  drop(): Promise<void>
}

const NAMESPACE = 'throughline'

async function placeFor(name: string, nextPort: () => Promise<number>): Promise<TemporalPlace> {
  const pair = async () => ({ rpc: await nextPort(), members: await nextPort() })
  return {
    databases: { store: `${name}_temporal`, visibility: `${name}_visibility` },
    ports: { frontend: await pair(), history: await pair(), matching: await pair(), worker: await pair() },
  }
}

/** A Redis that may be killed: what it knew is gone then. */
export function redisAt(port: number, folder: string): { service: Service; url: string } {
  const memory = ['--save', '', '--appendonly', 'no', '--dir', folder]
  const args = ['--bind', host, '--port', String(port), ...memory]
  const service = new Service({ name: 'redis', command: onPath('redis-server') ?? 'redis-server', args }, folder)
  return { service, url: `redis://${host}:${port}` }
}

/** A Temporal and a Redis that may be restarted without disturbing anybody; the same programs as the stack's. */
export async function startOwnServers(
  name: string,
  folder: string,
  nextPort: () => Promise<number>,
): Promise<OwnServers> {
  const place = await placeFor(name, nextPort)
  const databases = Object.values(place.databases)
  await asAdmin(async (admin) => {
    for (const database of databases) await admin.query(`create database ${database} owner temporal`)
  })
  await bringSchemasUpToDate(place.databases)
  const settings = join(folder, 'temporal.json')
  writeFileSync(settings, JSON.stringify(temporalConfig(place)), { mode: 0o600 })
  const args = ['--config-file', settings, '--allow-no-auth', 'start']
  const temporal = new Service({ name: 'temporal', command: await temporalServer(), args }, folder)
  const redis = redisAt(await nextPort(), folder)
  temporal.start()
  redis.service.start()
  const address = `${host}:${place.ports.frontend.rpc}`
  await run(process.execPath, [program('temporal-namespace.ts'), address, NAMESPACE])
  return {
    temporal,
    redis: redis.service,
    environment: {
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: NAMESPACE,
      REDIS_URL: redis.url,
    },
    drop: () =>
      asAdmin(async (admin) => {
        for (const database of databases) await admin.query(`drop database if exists ${database} with (force)`)
      }),
  }
}
