import { createHash } from 'node:crypto'
import { DocumentId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { indexAnew, indexChanges, makeReadFile } from '../../../test/indexed.ts'
import {
  insertInstance,
  type LimitedWorld,
  limitedWorld,
  type ViewerName,
} from '../../../test/visibility/limited-world.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginAccessChange } from '../org/org.public.ts'
import { isTaskVisible } from '../tasks/tasks.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { textHits } from './hits.service.ts'
import { searchAll } from './search.service.ts'

const ALL_CHANGES = Number(process.env['SEARCH_CASES'] ?? 60)
/** In one world; more of them go on in others, each from a seed of its own. */
const CHANGES = 60
const SEED = process.env['SEARCH_SEED'] ?? String(Date.now())
const WORD = 'Quasar'
const INSTANCES = 12

const api = await sharedApi()
const { ctx } = api
const worker = workerContext(ctx)

/** The same numbers for the same seed. */
function createRandom(seed: string) {
  let n = 0
  return (below: number) => createHash('sha256').update(`${seed} ${n++}`).digest().readUInt32BE() % below
}

const pick = <T>(random: (below: number) => number, items: readonly T[]): T => {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}

/** Instances, tasks and files, all with the word in their names, in all three workflows. */
async function fill(world: LimitedWorld) {
  const { tenantId } = world.tenant
  const flows = Object.values(world.workflows)
  const instances: string[] = []
  for (let n = 0; n < INSTANCES; n++) {
    const workflowId = flows[n % flows.length] ?? ''
    const id = await inTenant(worker, world.tenant, async (tx) => {
      const made = await insertInstance(tx, workflowId)
      await sql`update instances set name = ${`${WORD} case ${n}`}, number = ${n + 1} where tenant_id = ${tenantId} and id = ${made}`.execute(
        tx.db,
      )
      await sql`insert into tasks (tenant_id, instance_id, workflow_id, number, name, task_type, step)
        values (${tenantId}, ${made}, ${workflowId}, 1, ${`${WORD} task ${n}`}, 'manual', 'ask')`.execute(tx.db)
      return made
    })
    await makeReadFile(worker, tenantId, {
      name: `${WORD} file ${n}.pdf`,
      text: `about ${WORD} and more`,
      workflowId,
      instanceId: id,
    })
    instances.push(id)
  }
  return { instances, flows }
}

type Filled = Awaited<ReturnType<typeof fill>>

/** What lists show: rows under the same rule as the lists', asked one by one. */
const listed = (viewer: Viewer) =>
  readTenant(ctx, viewer, async (tx) => {
    const visible = await visibleTo(tx, viewer)
    const { tenantId } = tx
    const { rows } = await sql<{ name: string }>`
      select i.name from instances i where i.tenant_id = ${tenantId} and i.deleted_at is null and ${visible.ofInstance('i')}
      union all select t.name from tasks t where t.tenant_id = ${tenantId} and not t.in_trash
        and ${isTaskVisible(visible, tenantId, viewer.memberId)}
      union all select d.name from documents d where d.tenant_id = ${tenantId} and d.deleted_at is null and not d.in_trash
        and (${visible.ofFile('d')} or exists (select from tasks t where t.tenant_id = ${tenantId} and t.id = d.task_id
          and ${isTaskVisible(visible, tenantId, viewer.memberId)}))
      union all select w.name from workflows w where w.tenant_id = ${tenantId} and ${visible.ofWorkflow('w.id')}`.execute(
      tx.db,
    )
    return new Set(rows.map(({ name }) => name))
  })

type Act = (tx: TenantTx, instance: string, flow: string, member: string) => Promise<unknown>

const ACTS: Record<string, (world: LimitedWorld) => Act> = {
  limited: () => (tx, _i, flow) =>
    sql`update workflows set visibility = 'limited' where tenant_id = ${tx.tenantId} and id = ${flow}`.execute(tx.db),
  opened: () => (tx, _i, flow) =>
    sql`update workflows set visibility = 'everyone' where tenant_id = ${tx.tenantId} and id = ${flow}`.execute(tx.db),
  named: () => (tx, _i, flow, member) =>
    sql`insert into workflow_access (tenant_id, workflow_id, member_id) values (${tx.tenantId}, ${flow}, ${member})
      on conflict do nothing`.execute(tx.db),
  'team left':
    ({ teamId }) =>
    (tx, _i, _f, member) =>
      sql`delete from team_members where tenant_id = ${tx.tenantId} and team_id = ${teamId} and member_id = ${member}`.execute(
        tx.db,
      ),
  narrowed: () => async (tx, instance) => {
    for (const table of ['instances', 'tasks', 'documents'])
      await sql`update ${sql.table(table)} set narrowed = not narrowed where tenant_id = ${tx.tenantId}
        and ${sql.ref(table === 'instances' ? 'id' : 'instance_id')} = ${instance}`.execute(tx.db)
  },
  'handed over': () => (tx, instance, _f, member) =>
    sql`insert into task_people (tenant_id, task_id, part, member_id, status, priority)
      select tenant_id, id, 'assignee', ${member}, status, 2 from tasks where tenant_id = ${tx.tenantId}
        and instance_id = ${instance} on conflict do nothing`.execute(tx.db),
  trashed: () => async (tx, instance) => {
    await sql`update instances set deleted_at = now() where tenant_id = ${tx.tenantId} and id = ${instance}`.execute(
      tx.db,
    )
    for (const table of ['tasks', 'documents'])
      await sql`update ${sql.table(table)} set in_trash = true where tenant_id = ${tx.tenantId} and instance_id = ${instance}`.execute(
        tx.db,
      )
  },
  restored: () => async (tx, instance) => {
    await sql`update instances set deleted_at = null where tenant_id = ${tx.tenantId} and id = ${instance}`.execute(
      tx.db,
    )
    for (const table of ['tasks', 'documents'])
      await sql`update ${sql.table(table)} set in_trash = false where tenant_id = ${tx.tenantId} and instance_id = ${instance}`.execute(
        tx.db,
      )
  },
  moved: () => async (tx, instance, flow) => {
    for (const table of ['tasks', 'documents', 'instances'])
      await sql`update ${sql.table(table)} set workflow_id = ${flow} where tenant_id = ${tx.tenantId}
        and ${sql.ref(table === 'instances' ? 'id' : 'instance_id')} = ${instance}`.execute(tx.db)
  },
}

/** Everything an answer says: names, and how many there are. */
async function check(viewer: Viewer, seed: string) {
  const [seen, { data }] = await Promise.all([
    listed(viewer),
    searchAll(ctx, viewer, { q: WORD, sort: 'best', limit: 50 }),
  ])
  const { tasks, instances, workflows, files, more, counts, suggestions } = data
  const names = [...tasks, ...instances, ...workflows, ...files].map(({ name }) => name)
  expect(
    names.filter((name) => !seen.has(name)),
    seed,
  ).toEqual([])
  expect([more, suggestions], seed).toEqual([[], []])
  const expected = (kind: string) => [...seen].filter((name) => name.startsWith(`${WORD} ${kind}`)).length
  for (const [count, kind] of [
    [counts.tasks, 'task'],
    [counts.instances, 'case'],
    [counts.files, 'file'],
  ] as const)
    expect(count.n, `${seed} ${kind}`).toBeLessThanOrEqual(expected(kind))
  return { names, seen }
}

const WORLDS = Array.from({ length: Math.ceil(ALL_CHANGES / CHANGES) }, (_, n) => ({
  seed: n === 0 ? SEED : `${SEED}-${n}`,
  changes: Math.min(CHANGES, ALL_CHANGES - n * CHANGES),
}))

test.each(WORLDS)(
  'nothing is found that lists do not show, whatever changes, before the index knows (seed $seed)',
  async ({ seed, changes }) => {
    const world = await limitedWorld(api)
    const filled: Filled = await fill(world)
    const { tenantId } = world.tenant
    await indexAnew(worker, tenantId)
    const random = createRandom(seed)
    const watchers: ViewerName[] = ['in_team', 'named', 'participant', 'outsider', 'admin']
    let looked = 0
    for (let n = 0; n < changes; n++) {
      const [name, act] = pick(random, Object.entries(ACTS))
      const viewer = world.viewers[pick(random, watchers)]
      const instance = pick(random, filled.instances)
      await inTenant(worker, world.tenant, async (tx) => {
        await act(world)(tx, instance, pick(random, filled.flows), viewer.memberId)
        await beginAccessChange(tx.db, tenantId)
        for (const kind of ['instance', 'task', 'document']) tx.index(kind, instance)
      })
      const answers = await Promise.all(
        watchers.map((watcher) => check(world.viewers[watcher], `SEARCH_SEED=${seed}, change ${n}: ${name}`)),
      )
      looked += answers.reduce((sum, { names }) => sum + names.length, 0)
      // Now and then the index comes to know; without it most of the time.
      if (random(10) === 0) await indexChanges(worker, tenantId)
    }
    process.stdout.write(`${changes} changes, ${changes * watchers.length} answers, ${looked} results\n`)
    expect(looked).toBeGreaterThan(changes)
    await indexAnew(worker, tenantId)
    for (const watcher of watchers) {
      const { names, seen } = await check(world.viewers[watcher], seed)
      expect(names.sort()).toEqual([...seen].filter((one) => one.startsWith(WORD)).sort())
    }
  },
)

test('a word that stands only in what is hidden answers as one that stands nowhere, byte for byte', async () => {
  const world = await limitedWorld(api)
  const { tenantId } = world.tenant
  const secret = 'Xylograph'
  const file = await makeReadFile(worker, tenantId, {
    name: `${secret} plan.pdf`,
    text: `${secret} inside`,
    workflowId: world.workflows.of_team,
    instanceId: world.instances.of_team,
  })
  await inTenant(worker, world.tenant, ({ db }) =>
    sql`update instances set name = ${`${secret} case`} where tenant_id = ${tenantId}
      and id = any (${[world.instances.of_team, world.instances.narrowed]}::uuid[])`.execute(db),
  )
  await indexAnew(worker, tenantId)
  const ask = async (viewer: Viewer, q: string) =>
    JSON.stringify(await searchAll(ctx, viewer, { q, sort: 'best', limit: 10 }))
  expect(await ask(world.viewers.in_team, secret)).toContain(secret)
  const { outsider, in_team } = world.viewers
  for (const form of [
    (word: string) => word,
    (word: string) => `"${word}"`,
    (word: string) => word.slice(0, 5),
    (word: string) => `${word} is:open`,
  ])
    expect(await ask(outsider, form(secret))).toBe(await ask(outsider, form('Zwqjkvpbm')))
  expect(await ask(outsider, 'Xylogrpah')).toBe(await ask(outsider, 'Zwqjkvpbm'))
  const hits = (viewer: Viewer) => textHits(ctx, viewer, { q: secret, ids: [DocumentId.parse(file)] })
  expect((await hits(in_team)).data).toHaveLength(1)
  expect((await hits(outsider)).data).toEqual([])
  const permissions = new Set([...in_team.permissions].filter((one) => one !== 'documents.view'))
  expect((await hits({ ...in_team, permissions })).data).toEqual([])
})

test('a word of hundreds of hidden things answers as one that stands nowhere; what is seen behind them is found', async () => {
  const world = await limitedWorld(api)
  const { tenantId } = world.tenant
  const [crowd, word] = ['Gadolinium', 'Zwqjkvpbmx']
  const put = (instance: string, count: number) =>
    inTenant(worker, world.tenant, ({ db }) =>
      sql`insert into tasks (tenant_id, instance_id, workflow_id, number, name, task_type, step)
        select tenant_id, id, workflow_id, 100 + n, ${`${crowd} task`}, 'manual', 'ask' || n from instances
        cross join generate_series(1, ${count}) n where tenant_id = ${tenantId} and id = ${instance}`.execute(db),
    )
  await put(world.instances.of_team, 700)
  await indexAnew(worker, tenantId)
  const ask = async (q: string) => searchAll(ctx, world.viewers.outsider, { q, sort: 'best', limit: 10 })
  expect(JSON.stringify(await ask(crowd))).toBe(JSON.stringify(await ask(word)))
  await put(world.instances.open, 1)
  await inTenant(worker, world.tenant, ({ db }) =>
    sql`update tasks set updated_at = now() - interval '1 year' where tenant_id = ${tenantId}
      and instance_id = ${world.instances.open}`.execute(db),
  )
  await indexAnew(worker, tenantId)
  expect((await ask(crowd)).data.counts.tasks.n).toBe(1)
})

test('a message about what its reader may not see any more is found by none of its words', async () => {
  const world = await limitedWorld(api)
  const { tenantId } = world.tenant
  const { outsider, in_team } = world.viewers
  const word = 'Wolframite'
  const about = { instance_id: world.instances.of_team, workflow_id: world.workflows.of_team }
  for (const { memberId } of [outsider, in_team])
    for (const [n, [column, thing]] of Object.entries(about).entries())
      await api.database.admin((admin) =>
        admin.query(
          `insert into messages (tenant_id, member_id, thing_id, ${column}, type, kind, family, because, title, body, news_no)
           values ($1, $2, $3, $3, 'instance_commented', 'shared', 'workflow', 'shared', $4, 'what was said', $5)`,
          [tenantId, memberId, thing, `${word} ${column}`, n - 9],
        ),
      )
  await indexAnew(worker, tenantId)
  const found = async (viewer: Viewer, q: string) => (await searchAll(ctx, viewer, { q, sort: 'best', limit: 10 })).data
  expect((await found(in_team, word)).counts.more).toEqual({ n: 2, more: false })
  for (const q of [word, 'type:message', 'Wolframit', 'Wolfarmite'])
    expect(await found(outsider, q), q).toMatchObject({ more: [], counts: { more: { n: 0 } }, suggestions: [] })
})

/** How many a page finds with this change to the rights in place. */
const foundWith = (tenantId: string, change: string): Promise<number> =>
  api.database.admin(async (client) => {
    await client.query('begin')
    try {
      await client.query(change)
      await client.query(`set local app.tenant = '${tenantId}'`)
      await client.query('set local role tl_api')
      const { rows } = await client.query(
        `select from app.search('{instance}', array[$$'iyttrium'$$], array[$$'iyttrium':A$$], '', '', '{}', '{}', null, 10, 10, 10, true)
         where entity_id is not null`,
      )
      return rows.length
    } catch (error) {
      if (!(error instanceof Error && /permission denied/.test(error.message))) throw error
      return 0
    } finally {
      await client.query('rollback')
    }
  })

test('each right of the role that reads the index is needed', async () => {
  const world = await limitedWorld(api)
  const { tenantId } = world.tenant
  await inTenant(worker, world.tenant, ({ db }) =>
    sql`update instances set name = 'Yttrium' where tenant_id = ${tenantId} and id = ${world.instances.open}`.execute(
      db,
    ),
  )
  await indexAnew(worker, tenantId)
  expect(await foundWith(tenantId, 'select')).toBeGreaterThan(0)
  for (const change of [
    'revoke select on search_entries from tl_search',
    'drop policy search on search_entries',
    'revoke execute on function app.search from tl_api',
  ])
    expect(await foundWith(tenantId, change), change).toBe(0)
})
