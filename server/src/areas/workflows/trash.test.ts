import { WorkflowId } from '@throughline/contracts/ids'
import * as workflows from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { verdict } from '../../../test/verdict.ts'
import { insertInstance } from '../../../test/visibility/limited-world.ts'
import { at, make, refusal, renamed } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { purgeWorkflows } from './purge-workflows.ts'

const api = await sharedApi()
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.manager

const trash = async () => await client(workflows.listWorkflows, { query: { status: 'trash', limit: 200 } })
const rowsLeft = (id: string) =>
  api.database.admin(async (admin) => {
    const tables = ['workflows', 'workflow_drafts', 'workflow_versions', 'workflow_words', 'workflow_access']
    const counts = tables.map(
      (table) => `(select count(*) from ${table} where ${table === 'workflows' ? '' : 'workflow_'}id = $1)`,
    )
    const { rows } = await admin.query<{ n: number }>(`select (${counts.join(' + ')})::int as n`, [id])
    return rows[0]?.n
  })
const age = (id: string, days: number) =>
  api.database.admin((admin) =>
    admin.query('update workflows set deleted_at = now() - make_interval(days => $2) where id = $1', [id, days]),
  )

describe('a workflow that is thrown away', () => {
  test('is gone from everywhere but the trash, and comes back as it was', async () => {
    const made = await make(client, { name: 'Passing' })
    const before = await client(workflows.listWorkflows, { query: { search: made.prefix } })
    expect(await client(workflows.removeWorkflow, at(made))).toEqual({ id: made.id, done: 'trashed' })
    expect(await verdict(client(workflows.getWorkflow, at(made)))).toBe('404 not_found')
    expect(await verdict(client(workflows.removeWorkflow, at(made)))).toBe('404 not_found')
    const body = { ...renamed(made, 'ask', 'x') }
    expect(await verdict(client(workflows.saveWorkflow, { ...at(made), body }))).toBe('404 not_found')
    expect((await client(workflows.listWorkflows, { query: { search: made.prefix } })).data).toEqual([])
    const binned = await trash()
    expect(binned).toMatchObject({ count: 1, data: [{ id: made.id, name: 'Passing' }] })
    expect(binned.data[0]?.deleted_at).not.toBeNull()
    const found = await client(workflows.listWorkflows, { query: { status: 'trash', search: 'pass' } })
    expect(found.data.map(({ id }) => id)).toEqual([made.id])
    const { data } = await client(workflows.restoreWorkflow, at(made))
    expect(data).toEqual(before.data[0])
    expect(await verdict(client(workflows.restoreWorkflow, at(made)))).toBe('404 not_found')
    expect((await trash()).count).toBe(0)
  })

  test('leaves its prefix to others, and gets the next digit when it is back', async () => {
    const made = await make(client, { prefix: 'GONE' })
    await client(workflows.removeWorkflow, at(made))
    expect((await make(client, { prefix: 'gone' })).prefix).toBe('gone')
    const { data } = await client(workflows.restoreWorkflow, at(made))
    expect(data.prefix).toBe('GONE2')
    const whole = await client(workflows.getWorkflow, at(made))
    expect(whole.data).toMatchObject({ prefix: 'GONE2', draft: { changes: [{ path: '/prefix' }] } })
  })

  test('is archived where it has nothing but finished instances, so that they keep what they ran by', async () => {
    const made = await make(client)
    const instance = await inTenant(api.ctx, ours, (tx) => insertInstance(tx, made.id))
    await api.database.admin((admin) =>
      admin.query(`update instances set status = 'completed' where id = $1`, [instance]),
    )
    expect(await client(workflows.removeWorkflow, at(made))).toEqual({ id: made.id, done: 'archived' })
    expect((await client(workflows.getWorkflow, at(made))).data.status).toBe('archived')
  })

  test('is refused while it has unfinished instances', async () => {
    const made = await make(client)
    const instance = await inTenant(api.ctx, ours, (tx) => insertInstance(tx, made.id))
    expect(await refusal(client(workflows.removeWorkflow, at(made)))).toMatchObject({
      status: 409,
      code: 'has_active_instances',
      message: 'Cannot delete workflow with active instances',
    })
    await api.database.admin((admin) =>
      admin.query('update instances set deleted_at = now() where id = $1', [instance]),
    )
    await client(workflows.removeWorkflow, at(made))
    expect(await verdict(client(workflows.purgeWorkflow, at(made)))).toBe('409 has_instances')
    await age(made.id, 31)
    expect(await purgeWorkflows(api.ctx, { tenantId: ours.tenantId })).toBe(0)
    await client(workflows.restoreWorkflow, at(made))
  })

  test('for ever waits for the files that belong to it, and holds up nothing else', async () => {
    const made = await make(client)
    await makeDocument(api.ctx, ours, { workflowId: made.id })
    await client(workflows.removeWorkflow, at(made))
    expect(await verdict(client(workflows.purgeWorkflow, at(made)))).toBe('409 has_files')
    await age(made.id, 31)
    expect(await purgeWorkflows(api.ctx, { tenantId: ours.tenantId })).toBe(0)
    await client(workflows.restoreWorkflow, at(made))
  })
})

describe('for ever', () => {
  test('goes only what is in the trash, with all that belongs to it, and not by everyone', async () => {
    const made = await make(client)
    expect(await verdict(client(workflows.purgeWorkflow, at(made)))).toBe('404 not_found')
    await client(workflows.removeWorkflow, at(made))
    expect(await verdict(actors.member.client(workflows.purgeWorkflow, at(made)))).toBe('403 forbidden')
    expect(await client(workflows.purgeWorkflow, at(made))).toEqual({ id: made.id })
    expect(await rowsLeft(made.id)).toBe(0)
    expect((await trash()).count).toBe(0)
  })

  test('goes what was thrown away thirty days ago, of one workspace', async () => {
    const [old, young] = [await make(client), await make(client)]
    for (const one of [old, young]) await client(workflows.removeWorkflow, at(one))
    await age(old.id, 31)
    await age(young.id, 29)
    const due = await api.database.admin((admin) =>
      admin.query('select tenant_id from auth.tenants_with_old_trash(100) where tenant_id = any($1)', [
        [ours.tenantId, theirs.tenantId],
      ]),
    )
    expect(due.rows).toEqual([{ tenant_id: ours.tenantId }])
    expect(await purgeWorkflows(api.ctx, { tenantId: theirs.tenantId })).toBe(0)
    expect(await purgeWorkflows(api.ctx, { tenantId: ours.tenantId })).toBe(1)
    expect(await purgeWorkflows(api.ctx, { tenantId: ours.tenantId })).toBe(0)
    expect(await rowsLeft(old.id)).toBe(0)
    expect(await trash()).toMatchObject({ count: 1, data: [{ id: WorkflowId.parse(young.id) }] })
  })

  test('versions of a live workflow cannot be purged, nor another’s', async () => {
    const made = await make(client)
    const purge = (tenant: { tenantId: typeof ours.tenantId }) =>
      inTenant(api.ctx, tenant, (tx) =>
        tx.db.selectNoFrom((from) => from.fn('auth.purge_workflow_versions', [from.val(made.id)]).as('done')).execute(),
      )
    await purge(ours)
    await client(workflows.removeWorkflow, at(made))
    await purge(theirs)
    await client(workflows.restoreWorkflow, at(made))
    expect((await client(workflows.getWorkflow, at(made))).data.current_version).toBe(1)
  })
})

test('an archived workflow can be made active again', async () => {
  const made = await make(client)
  const set = (status: 'active' | 'archived') => client(workflows.setWorkflowStatus, { ...at(made), body: { status } })
  expect((await set('archived')).data.status).toBe('archived')
  expect((await client(workflows.getWorkflow, at(made))).data.status).toBe('archived')
  expect((await set('active')).data.status).toBe('active')
})
