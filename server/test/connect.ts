import pg from 'pg'
import { required } from './database.ts'

/** On the direct port, logged in as a role of the product; the owner cannot log in and is become by the migrator. */
export async function connectAs(role: string, database: string): Promise<pg.Client> {
  const user = role === 'tl_owner' ? 'tl_migrator' : role
  const client = new pg.Client({
    host: required('PG_HOST'),
    port: Number(required('PG_DIRECT_PORT')),
    database,
    user,
    password: required(`PG_PASSWORD_${user.toUpperCase()}`),
  })
  await client.connect()
  if (user !== role) await client.query(`set role ${role}`)
  return client
}
