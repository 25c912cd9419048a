import { migrate, readMigrations } from '../core/db/migrate.ts'
import { asMigrator } from '../core/db/migrator.ts'
import { knownExamples } from '../core/known-examples.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const [example] = knownExamples(process.env, ['PG_PASSWORD_TL_MIGRATOR'])
if (example) throw new Error(example)
await asMigrator(async (client) => migrate(client, await readMigrations(), say))
say('Database is up to date.')
