import pg from 'pg'
import { migrate, readMigrations } from '../core/db/migrate.ts'

const client = new pg.Client({
  host: process.env.PG_HOST,
  port: Number(process.env.PG_DIRECT_PORT),
  database: process.env.PG_DATABASE,
  user: 'tl_migrator',
  password: process.env.PG_PASSWORD_TL_MIGRATOR,
})
await client.connect()
try {
  await migrate(client, await readMigrations(), (line) => process.stdout.write(`${line}\n`))
  process.stdout.write('Database is up to date.\n')
} finally {
  await client.end()
}
