import { exportAudit, listAudit } from '@throughline/contracts/audit'
import { addInstanceComment, editComment, removeComment } from '@throughline/contracts/comments'
import { decideDocument, purgeDocument, removeDocument } from '@throughline/contracts/document-acts'
import { fillPath } from '@throughline/contracts/endpoint'
import { CommentId, DocumentId, InstanceId, TaskId, WorkflowId } from '@throughline/contracts/ids'
import { editInstance, narrowInstance } from '@throughline/contracts/instance-acts'
import { changeAccessRules } from '@throughline/contracts/org'
import { askQuery } from '@throughline/contracts/task-acts'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { unique } from '../../../test/someone.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const { admin, owner } = actors
const params = { orgId: ours.tenantId }
type Reader = typeof admin

const rowsFor = (reader: Reader) => reader.client(listAudit, { params, query: { limit: 200 } })
const about = async (reader: Reader, id: string) => (await rowsFor(reader)).filter((row) => row.entity_id === id)
const fileFor = async ({ visitor }: Reader) =>
  (await visitor.fetch(visitor.origin + fillPath(exportAudit.path, params))).text()

/** Work of a workflow, an instance and a file of it, each with a name of its own. */
async function makeWork() {
  const workflow = WorkflowId.parse(await makeWorkflow(api.ctx, ours))
  const name = unique('Merger')
  const instance = InstanceId.parse(
    await makeInstance(api.ctx, ours.tenantId, workflow, { name, startedBy: ours.ownerId }),
  )
  const task = TaskId.parse(await makeTask(api.ctx, ours.tenantId, instance, { name: unique('Secret task') }))
  const file = unique('Salaries')
  const document = DocumentId.parse(await makeDocument(api.ctx, ours, { instanceId: instance }, { name: file }))
  return { workflow, instance, task, document, name, file }
}

test('audit rows keep no contents, and a removed comment leaves no text', async () => {
  const { instance, document } = await makeWork()
  const canary = unique('canary')
  const said = await owner.client(addInstanceComment, { params: { instanceId: instance }, body: { content: canary } })
  const at = { params: { commentId: CommentId.parse(said.data.id) } }
  await owner.client(editComment, { ...at, body: { content: `${canary} again` } })
  await owner.client(removeComment, at)
  await owner.client(editInstance, { params: { instanceId: instance }, body: { description: canary, title: canary } })
  const [version] = await api.database.admin(async (db) => {
    const found = await db.query<{ number: number; sha256: string }>(
      `select current_version as number, encode(sha256, 'hex') as sha256 from documents where id = $1`,
      [document],
    )
    return found.rows
  })
  await owner.client(decideDocument, {
    params: { documentId: document },
    body: { decision: 'reject', comment: canary, version_number: version?.number ?? 1, sha256: version?.sha256 ?? '' },
  })
  const stored = await api.database.admin((db) =>
    db.query<{ table: string }>(
      `select 'audit' as table from audit_pending where tenant_id = $1 and strpos(data::text, $2) > 0
       union all select 'audit' from audit_log where tenant_id = $1 and strpos(data::text, $2) > 0
       union all select 'comments' from comments where tenant_id = $1 and strpos(content, $2) > 0`,
      [ours.tenantId, canary],
    ),
  )
  expect(stored.rows).toEqual([])
  expect((await about(owner, instance)).map(({ act }) => act)).toEqual(
    expect.arrayContaining(['instance.commented', 'instance.comment_changed', 'instance.comment_removed']),
  )
  const [changed] = (await about(owner, instance)).filter(({ act }) => act === 'instance.changed')
  expect(changed?.data).toMatchObject({ changed: ['title', 'description'] })
})

test('contents that were sealed before are not shown', async () => {
  const { task } = await makeWork()
  const canary = unique('canary')
  await api.database.admin((db) =>
    db.query(
      `insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id, data) values
        ($1, $2, 'task.decided', 'task', $3, jsonb_build_object('decision', 'reject', 'comment', $4::text)),
        ($1, $2, 'task.comment_removed', 'task', $3, jsonb_build_object('comment', $3::uuid, 'content', $4::text))`,
      [ours.tenantId, ours.ownerId, task, canary],
    ),
  )
  expect((await about(owner, task)).map(({ act, data }) => ({ act, data }))).toEqual([
    { act: 'task.comment_removed', data: { comment: task } },
    { act: 'task.decided', data: { decision: 'reject' } },
  ])
  expect(await fileFor(owner)).not.toContain(canary)
})

test('of a workflow that the reader may not see, rows say who and when but neither name nor data', async () => {
  const work = await makeWork()
  const { workflow, instance, task, document, name, file } = work
  await owner.client(addInstanceComment, { params: { instanceId: instance }, body: { content: 'Hello' } })
  await admin.client(askQuery, { params: { taskId: task }, body: { to: ours.ownerId, question: 'Which one?' } })
  expect((await about(admin, document)).map((row) => row.entity_name)).toContain(file)
  await owner.client(setWorkflowAccess, {
    params: { workflowId: workflow },
    body: { visibility: 'limited', team_ids: [], member_ids: [ours.ownerId] },
  })
  for (const id of [workflow, instance, task, document]) {
    const [hidden, known] = [await about(admin, id), await about(owner, id)]
    expect(hidden.length).toBeGreaterThan(0)
    expect(hidden.map(({ at, act, actor }) => [at, act, actor?.name])).toEqual(
      known.map(({ at, act, actor }) => [at, act, actor?.name]),
    )
    const of = id === workflow ? null : { name, key: expect.stringMatching(/-\d+$/) }
    for (const row of known) expect(row.instance).toEqual(of)
    for (const row of hidden) expect(row).toMatchObject({ hidden: true, entity_name: null, instance: null, data: {} })
    for (const row of known) expect(row.hidden).toBe(false)
  }
  const [asked] = (await about(owner, task)).filter(({ act }) => act === 'task.asked')
  expect(asked?.data, 'people by the name they have today').toMatchObject({ to: 'Test owner' })
  const [access] = (await about(owner, workflow)).filter(({ act }) => act === 'workflow.access')
  expect(access?.data).toMatchObject({ after: { visibility: 'limited', teams: [], members: ['Test owner'] } })
  const [hiddenFile, knownFile] = [await fileFor(admin), await fileFor(owner)]
  expect(knownFile).toContain(name)
  for (const word of [name, file]) expect(hiddenFile).not.toContain(word)
  expect(hiddenFile).toContain('instance.commented')
})

test('of a narrowed instance, only those who take part read the name', async () => {
  const { instance, name } = await makeWork()
  await owner.client(narrowInstance, { params: { instanceId: instance }, body: { narrowed: true } })
  for (const row of await about(admin, instance)) expect(row).toMatchObject({ hidden: true, data: {} })
  for (const row of await about(owner, instance)) expect(row.entity_name).toBe(name)
  await owner.client(changeAccessRules, { params, body: { admins_see_all: true } })
  for (const row of await about(admin, instance)) expect(row.entity_name).toBe(name)
  await owner.client(changeAccessRules, { params, body: { admins_see_all: false } })
})

test('of what is deleted forever, only the deletion says the name, if everybody saw it', async () => {
  const [open, limited] = [await makeWork(), await makeWork()]
  await owner.client(narrowInstance, { params: { instanceId: limited.instance }, body: { narrowed: true } })
  for (const { document } of [open, limited]) {
    const at = { params: { documentId: document } }
    await owner.client(removeDocument, at)
    await owner.client(purgeDocument, at)
  }
  const names = async ({ document }: typeof open) =>
    (await about(admin, document)).map(({ act, entity_name }) => [act, entity_name])
  expect(await names(open)).toEqual([
    ['document.purged', open.file],
    ['document.removed', null],
    ['document.added', null],
  ])
  expect(await names(limited)).toEqual([
    ['document.purged', null],
    ['document.removed', null],
    ['document.added', null],
  ])
})
