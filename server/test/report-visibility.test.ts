import type { MemberId } from '@throughline/contracts/ids'
import { isAdminRole } from '@throughline/contracts/permissions'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMemberWithRole } from '../src/areas/exports/exports.public.ts'
import { beginAccessChange } from '../src/areas/org/access-change.queries.ts'
import { bindingOf } from '../src/areas/reports/run/run-report.ts'
import { visibleTo } from '../src/areas/workflows/visibility.service.ts'
import { inReport } from '../src/core/db/in-report.ts'
import { inTenant, readTenant } from '../src/core/db/in-tenant.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import { createTestApi } from './api.ts'
import { setMemberStatus } from './factories.ts'
import { randomOf } from './reports/generated-statements.ts'
import { makeTask } from './running-world.ts'
import { limitedWorld, VIEWER_NAMES } from './visibility/limited-world.ts'

const SEED = Number(process.env['CAGE_SEED'] ?? Date.now() % 1_000_000_000)
const [PARTS, CHANGES] = [4, 50]

const api = await createTestApi()
afterAll(() => api.close())
const { ctx } = api
const world = await limitedWorld(api)
const { tenant, teamId, workflows, instances, viewers } = world
const { tenantId } = tenant
const random = randomOf(SEED)
const pick = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to pick from')
  return one
}
const someone = (): MemberId => viewers[pick(VIEWER_NAMES)].memberId

const forms: string[] = []
const CHANGEABLE = VIEWER_NAMES.filter((name) => name !== 'owner')

/** Of who sees a limited workflow or form. */
const accessChanges = (kind: 'workflow' | 'form', id: string, member: MemberId): RawBuilder<unknown>[] => {
  const [things, access, column] = [sql.table(`${kind}s`), sql.table(`${kind}_access`), sql.ref(`${kind}_id`)]
  return [
    sql`update ${things} set visibility = ${pick(['everyone', 'limited'])} where tenant_id = ${tenantId} and id = ${id}`,
    sql`insert into ${access} (tenant_id, ${column}, member_id) values (${tenantId}, ${id}, ${member}) on conflict do nothing`,
    sql`delete from ${access} where tenant_id = ${tenantId} and ${column} = ${id} and member_id = ${member}`,
  ]
}

/** Of teams, roles, who is suspended, and the rule for admins. */
function peopleChanges(member: MemberId): RawBuilder<unknown>[] {
  const other = viewers[pick(CHANGEABLE)].memberId
  return [
    sql`insert into team_members (tenant_id, team_id, member_id) values (${tenantId}, ${teamId}, ${member}) on conflict do nothing`,
    sql`delete from team_members where tenant_id = ${tenantId} and team_id = ${teamId} and member_id = ${member}`,
    sql`update members set role_id = (
        select id from roles where tenant_id = ${tenantId} and name = ${pick(['admin', 'manager', 'member'])})
      where tenant_id = ${tenantId} and id = ${other}`,
    sql`update members set status = ${pick(['active', 'active', 'suspended'])}
      where tenant_id = ${tenantId} and id = ${other}`,
    sql`update tenants set admins_see_all = not admins_see_all where id = ${tenantId}`,
  ]
}

/** Of whom an instance is narrowed to; its tasks and files say the same. */
function narrowingChanges(instance: string, member: MemberId): RawBuilder<unknown>[] {
  return [
    sql`with i as (
        update instances set narrowed = not narrowed where tenant_id = ${tenantId} and id = ${instance} returning id, narrowed),
      t as (update tasks set narrowed = i.narrowed from i where tasks.tenant_id = ${tenantId} and tasks.instance_id = i.id)
      update documents set narrowed = i.narrowed from i where documents.tenant_id = ${tenantId} and documents.instance_id = i.id`,
    sql`insert into instance_people (tenant_id, instance_id, member_id) values (${tenantId}, ${instance}, ${member})
      on conflict do nothing`,
    sql`delete from instance_people where tenant_id = ${tenantId} and instance_id = ${instance} and member_id = ${member}`,
  ]
}

/** One change, as the product writes it. */
const change = () =>
  inTenant(ctx, tenant, async ({ db }) => {
    const member = someone()
    await pick([
      ...accessChanges('workflow', pick(Object.values(workflows)), member),
      ...accessChanges('form', pick(forms), member),
      ...peopleChanges(member),
      ...narrowingChanges(pick(Object.values(instances)), member),
    ]).execute(db)
    await beginAccessChange(db, tenantId)
  })

interface Seen {
  id: string
  kind: string
}

const kindsSeen = new Set<string>()
const NO_ACCESS = 'You can no longer run reports here.'

/** As a run reads, beside what the product's own lists show at that moment. */
async function compare({ memberId }: Viewer, what: string): Promise<void> {
  const found = await readTenant(ctx, tenant, ({ db }) => findMemberWithRole(db, tenantId, memberId))
  if (!found) {
    await expect(bindingOf(ctx, { tenantId }, memberId, 5), what).rejects.toThrow(NO_ACCESS)
    return
  }
  const binding = await bindingOf(ctx, { tenantId }, memberId, 5)
  const shown = await inReport(ctx, binding, (client) =>
    client.query<Seen>(
      `select 'answer' as kind, task_id as id from answers
       union all select 'document', id from documents
       union all select 'instance', id from instances
       union all select 'submission', id from form_submissions
       union all select 'task', id from tasks
       union all select 'workflow', id from workflows order by kind, id`,
    ),
  )
  const viewer = { memberId, user: { is_admin: isAdminRole(found.role_name) } }
  const expected = await readTenant(ctx, { tenantId, memberId }, async (tx) => {
    const visible = await visibleTo(tx, viewer)
    return sql<Seen>`select 'answer' as kind, t.id from tasks t
        where t.tenant_id = ${tenantId} and ${visible.ofTask('t')}
          and exists (select from task_answers a where a.tenant_id = ${tenantId} and a.task_id = t.id)
      union all select 'document', d.id from documents d where d.tenant_id = ${tenantId} and ${visible.ofFile('d')}
      union all select 'instance', i.id from instances i where i.tenant_id = ${tenantId} and ${visible.ofInstance('i')}
      union all select 'submission', s.id from form_submissions s
        where s.tenant_id = ${tenantId} and ${visible.ofForm('s.form_id')}
      union all select 'task', t.id from tasks t where t.tenant_id = ${tenantId} and ${visible.ofTask('t')}
      union all select 'workflow', w.id from workflows w where w.tenant_id = ${tenantId} and ${visible.ofWorkflow('w.id')}
      order by kind, id`.execute(tx.db)
  })
  expect(shown.rows, what).toEqual(expected.rows)
  for (const { kind } of shown.rows) kindsSeen.add(kind)
}

beforeAll(async () => {
  for (const instance of Object.values(instances)) await makeTask(ctx, tenantId, instance)
  await api.database.admin(async (admin) => {
    await admin.query('set session_replication_role = replica')
    const put = (text: string) => admin.query<{ id: string }>(text, [tenantId])
    await put(
      `insert into task_answers (tenant_id, task_id, answers) select tenant_id, id, '{"amount": 1}' from tasks where tenant_id = $1`,
    )
    await put(`insert into documents (tenant_id, name, size, media_type, workflow_id, instance_id, narrowed)
      select tenant_id, 'a.pdf', 1, 'application/pdf', workflow_id, id, narrowed from instances where tenant_id = $1`)
    const made = await put(`insert into forms (tenant_id, title, visibility)
      values ($1, 'Open', 'everyone'), ($1, 'Limited', 'limited') returning id`)
    forms.push(...made.rows.map(({ id }) => id))
    await put(`insert into form_submissions (tenant_id, form_id, version, idem_key, content_hash, receipt, answers, state)
      select tenant_id, id, 1, id::text, '', 'AAAA-0001', '{}', 'received' from forms where tenant_id = $1`)
    await put(`insert into documents (tenant_id, name, size, media_type, form_id)
      select tenant_id, 'b.pdf', 1, 'application/pdf', id from forms where tenant_id = $1`)
  })
})

test.each(Array.from({ length: PARTS }, (_, part) => part + 1))(
  `after each of ${CHANGES} changes a report shows what its person may see: part %i of ${PARTS}, seed ${SEED}`,
  async (part) => {
    for (let n = 0; n < CHANGES; n++) {
      await change()
      await compare(viewers[pick(VIEWER_NAMES)], `change ${n} of part ${part}`)
    }
  },
)

test('all kinds of rows were among them', () => {
  expect([...kindsSeen].sort()).toEqual(['answer', 'document', 'instance', 'submission', 'task', 'workflow'])
})

test('a person who left runs nothing', async () => {
  const { memberId } = viewers.outsider
  await setMemberStatus(ctx, tenantId, memberId, 'removed')
  await expect(bindingOf(ctx, { tenantId }, memberId, 5)).rejects.toThrow(NO_ACCESS)
})
