import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from '../binaries.ts'
import { answers, running } from '../daemon.ts'
import { query } from '../databases.ts'
import { goPackages, goProgram } from '../go.ts'
import type { Part } from '../part.ts'
import { dataOf, logOf } from '../places.ts'
import { program } from '../programs.ts'
import { ask, launch, run } from '../run.ts'
import { secrets } from '../secrets.ts'
import { host, port, versions } from '../settings.ts'
import { stackPlace, type TemporalPlace, temporalConfig } from '../temporal-config.ts'

const serverCache = `temporal-${versions.temporal}`
const toolCache = `temporal-sql-${versions.temporal}`

async function binary(installedAs: string, cacheName: string, duration: string, program: string): Promise<string> {
  const command = onPath(installedAs)
  if (command && (await ask(command, ['--version']))?.endsWith(` ${versions.temporal}`)) return command
  const folder = await goProgram(cacheName, duration, `go.temporal.io/server/cmd/${program}@v${versions.temporal}`)
  return join(folder, program.split('/').at(-1) ?? program)
}

const schemaTool = () => binary('temporal-sql-tool', toolCache, '2 min', 'tools/sql')
export const temporalServer = () => binary('temporal-server', serverCache, '8 min', 'server')

/** Both schemas are inside the tool; bringing one up to date that is up to date takes a moment. */
export async function bringSchemasUpToDate({ store, visibility }: TemporalPlace['databases']): Promise<void> {
  const tool = await schemaTool()
  const schemas = { [store]: 'postgresql/v12/temporal', [visibility]: 'postgresql/v12/visibility' }
  for (const [database, schema] of Object.entries(schemas)) {
    const target = ['--plugin', 'postgres12_pgx', '--ep', host, '-p', String(port('postgres')), '--db', database]
    const sql = (...args: string[]) =>
      run(tool, [...target, ...args], { env: { SQL_USER: 'temporal', SQL_PASSWORD: secrets().temporal } })
    // Setting up twice would send the version back to the beginning.
    const versioned = await query(database, "select to_regclass('public.schema_version')")
    if (!versioned.trim()) await sql('setup-schema', '-v', '0.0')
    await sql('update-schema', '--schema-name', schema)
  }
}

export const temporal: Part = {
  name: 'temporal',
  title: `Temporal ${versions.temporal}`,
  address: `${host}:${port('temporal')}`,
  needs: ['postgres'],
  stopSignal: 'SIGTERM',
  packages: async () => [...(await goPackages(serverCache)), ...(await goPackages(toolCache))],
  ensure: async () => {
    await schemaTool()
    await temporalServer()
  },
  start: async () => {
    await bringSchemasUpToDate(stackPlace.databases)
    const settings = join(dataOf('temporal'), 'config.json')
    writeFileSync(settings, JSON.stringify(temporalConfig(stackPlace), null, 2), { mode: 0o600 })
    return await launch(
      await temporalServer(),
      ['--config-file', settings, '--allow-no-auth', 'start'],
      logOf('temporal'),
    )
  },
  healthy: () => answers(port('temporal')),
  prepare: async () => {
    const readyFile = join(dataOf('temporal'), 'ready-pid')
    const pid = String(running('temporal'))
    if (existsSync(readyFile) && readFileSync(readyFile, 'utf8') === pid) return
    await run(process.execPath, [program('temporal-namespace.ts'), `${host}:${port('temporal')}`, 'throughline'])
    writeFileSync(readyFile, pid)
  },
}
