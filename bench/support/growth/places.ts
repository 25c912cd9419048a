import type { Admin } from './crew.ts'
import type { GrowthWorld } from './world.ts'

const SMALL = 199
const CLIENTS = 50

/** For each tenant what its rows name; the large one is number 0. */
export async function putPlaces(admin: Admin, world: GrowthWorld): Promise<void> {
  const { tenantId, members, teams, roleId, workflows } = world
  await admin.query(`create schema growth;
    create table growth.places (place int primary key, tenant_id uuid unique, members uuid[], teams uuid[], role uuid, workflows uuid[],
      prefixes text[], clients uuid[])`)
  await admin.query(
    `insert into clients (tenant_id, name) select $1, 'Client ' || n from generate_series(1, $2::int) n`,
    [tenantId, CLIENTS],
  )
  await admin.query(
    `insert into growth.places select 0, $1, $2, $3, $4, $5,
       (select array_agg(w.prefix order by e.at) from unnest($5::uuid[]) with ordinality e (id, at)
         join workflows w on w.tenant_id = $1 and w.id = e.id),
       (select array_agg(id) from clients where tenant_id = $1)`,
    [tenantId, members, teams, roleId, workflows],
  )
  await admin.query(
    `insert into growth.places select n, uuidv7(), array(select uuidv7() from generate_series(1, 10) where n > 0),
       array(select uuidv7() from generate_series(1, 2) where n > 0), uuidv7(),
       array(select uuidv7() from generate_series(1, 10) where n > 0), array(select 'S' || w from generate_series(1, 10) w), '{}'
     from generate_series(1, $1::int) n`,
    [SMALL],
  )
  for (const text of [
    `insert into tenants (id, kind, name) select tenant_id, 'organization', 'Small ' || place from growth.places where place > 0`,
    `insert into roles (tenant_id, id, name, display_name, rank, builtin)
     select tenant_id, role, 'member', 'Member', 3, true from growth.places where place > 0`,
    `insert into members (tenant_id, id, name, email, role_id, status)
     select tenant_id, id, 'Member', id || '@example.test', role, 'active' from growth.places, unnest(members) id where place > 0`,
    `insert into teams (tenant_id, id, name) select tenant_id, id, 'Team ' || id from growth.places, unnest(teams) id where place > 0`,
    `insert into workflows (tenant_id, id, name, prefix, current_version)
     select tenant_id, id, 'Workflow ' || at, prefixes[at], 1 from growth.places, unnest(workflows) with ordinality w (id, at)
     where place > 0`,
  ]) {
    await admin.query(text)
  }
}
