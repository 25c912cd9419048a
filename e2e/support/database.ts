import pg from 'pg'
import { origins, setting } from './settings.ts'

const OURS = 'journeys'

/** As superuser: for facts that no screen and no call can make or show. */
export async function asSuperuser<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const url = new URL(setting('PG_ADMIN_URL'))
  url.pathname = `/${setting('PG_DATABASE')}`
  const client = new pg.Client({ connectionString: url.toString(), application_name: OURS })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

export interface Connection {
  role: string
  superuser: boolean
  bypasses: boolean
  owner: boolean
}

/**
 * Who is connected to the product's database now, and how mighty they are; the journeys themselves left out. Whoever is
 * only just being let in has neither a name nor a state yet: it may be another journey.
 */
export const connections = () =>
  asSuperuser<Connection>(
    `select distinct a.usename as role, r.rolsuper as superuser, r.rolbypassrls as bypasses,
       pg_has_role(r.oid, d.datdba, 'member') as owner
     from pg_stat_activity a
     join pg_roles r on r.rolname = a.usename
     join pg_database d on d.datname = a.datname
     where a.datname = current_database() and a.backend_type = 'client backend' and a.application_name <> $1
       and a.state is not null`,
    [OURS],
  )

/** Ends the subscription of the organisation this person belongs to. */
export const lapseSubscriptionOf = (username: string) =>
  asSuperuser(
    `update subscriptions set status = 'lapsed', lapsed_on = current_date
     where live and tenant_id in (
       select m.tenant_id from members m join people p on p.id = m.person_id where p.username_key = $1)`,
    [username],
  )

export const revokedSessionsOf = (username: string) =>
  asSuperuser<{ revoked: boolean }>(
    `select s.revoked_at is not null as revoked from sessions s
     join people p on p.id = s.person_id where p.username_key = $1 and s.host = $2 order by s.created_at`,
    [username, new URL(origins.app).host],
  )
