import type pg from 'pg'
import { OURS, putSamples } from '../tenancy/samples.ts'

export const LIMITED = 200
export const OPEN = 50

/** Members by how many of the limited workflows name them. */
export const MEMBERS = {
  none: 'dddddddd-0000-7000-8000-000000000000',
  half: 'dddddddd-0000-7000-8000-000000000001',
  all: 'dddddddd-0000-7000-8000-000000000002',
} as const

/**
 * One tenant with so many instances over 250 workflows, 200 of them limited to a team each. `hidden` of them, the newest,
 * are all of limited ones. One in a hundred is narrowed.
 */
export async function putManyInstances(admin: pg.Client, rows: number, hidden = 0): Promise<void> {
  const { tenant, member } = OURS
  await putSamples(admin)
  // Without checking each foreign key: they are right, and there are many.
  await admin.query('set session_replication_role = replica')
  for (const table of [
    'instance_people',
    'instances',
    'workflow_access',
    'workflow_words',
    'workflow_drafts',
    'workflow_versions',
    'workflows',
  ]) {
    await admin.query(`delete from ${table} where tenant_id = $1`, [tenant])
  }
  const put = (text: string, values: unknown[] = []) => admin.query(text, values)
  const number = `('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  await put(
    `insert into members (tenant_id, id, name, email, role_id, status)
     select m.tenant_id, made.id, 'Member', made.id || '@example.test', m.role_id, 'active'
     from members m, unnest($3::uuid[]) made (id) where m.tenant_id = $1 and m.id = $2`,
    [tenant, member, Object.values(MEMBERS)],
  )
  await put(
    `insert into teams (tenant_id, id, name) select $1, ${number}, 'Team ' || n from generate_series(1, $2::int) n`,
    [tenant, LIMITED],
  )
  await put(
    `insert into workflows (tenant_id, id, name, prefix, visibility)
     select $1, ${number}, 'Workflow ' || n, 'W' || n, case when n <= $2 then 'limited' else 'everyone' end
     from generate_series(1, $2::int + $3::int) n`,
    [tenant, LIMITED, OPEN],
  )
  await put(
    `insert into workflow_access (tenant_id, workflow_id, team_id) select $1, ${number}, ${number} from generate_series(1, $2::int) n`,
    [tenant, LIMITED],
  )
  for (const [name, share] of [
    ['half', LIMITED / 2],
    ['all', LIMITED],
  ] as const) {
    await put(
      `insert into team_members (tenant_id, team_id, member_id) select $1, ${number}, $3 from generate_series(1, $2::int) n`,
      [tenant, share, MEMBERS[name]],
    )
  }
  await put(
    `insert into instances (tenant_id, workflow_id, narrowed)
     select $1, ('ffffffff-0000-7000-8000-' || lpad(to_hex(1 + i % case when i > $2::int - $3::int then $4::int else $5::int end), 12, '0'))::uuid,
       i % 100 = 0
     from generate_series(1, $2::int) i`,
    [tenant, rows, hidden, LIMITED, LIMITED + OPEN],
  )
  await put(
    `insert into instance_people (tenant_id, instance_id, member_id)
     select tenant_id, id, $2 from instances where tenant_id = $1 and narrowed`,
    [tenant, member],
  )
  await put('set session_replication_role = origin')
  await put('vacuum analyze instances, instance_people, workflows, workflow_access, team_members, teams, tenants')
}
