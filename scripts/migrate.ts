/** Applies what is new, and writes the types of the tables anew from the database that results. */
import { join } from 'node:path'
import { becomeStacked, runForeground } from './stack/foreground.ts'
import { main } from './stack/main.ts'
import { repository } from './stack/places.ts'

const server = join(repository, 'server')

await main(async () => {
  const env = await becomeStacked()
  const migrated = await runForeground(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', join(server, 'src/main/migrate.ts')],
    env,
  )
  if (migrated !== 0) return migrated
  return runForeground(process.execPath, ['--import', 'tsx', join(server, 'test/table-types.ts'), '--write'], env)
})
