import { migrate, readMigrations } from '../core/db/migrate.ts'
import { asMigrator } from '../core/db/migrator.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

await asMigrator(async (client) => migrate(client, await readMigrations(), say))
say('Database is up to date.')
