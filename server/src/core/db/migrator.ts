import pg from 'pg'

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

/** A direct connection as the role that may become the owner. Only commands use it, never a process that serves. */
export async function asMigrator<T>(
  work: (client: pg.Client) => Promise<T>,
  database = required('PG_DATABASE'),
): Promise<T> {
  const client = new pg.Client({
    host: required('PG_HOST'),
    port: Number(required('PG_DIRECT_PORT')),
    database,
    user: 'tl_migrator',
    password: required('PG_PASSWORD_TL_MIGRATOR'),
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
