import { text } from 'node:stream/consumers'
import type { Client } from '@throughline/contracts/client'
import { downloadExport, getExport } from '@throughline/contracts/exports'
import { requestSubmissionExport } from '@throughline/contracts/form-submissions'
import { setFormAccess } from '@throughline/contracts/forms'
import { ExportId, WorkflowId } from '@throughline/contracts/ids'
import { listMessages } from '@throughline/contracts/inbox'
import { exportInstances, requestInstanceExport } from '@throughline/contracts/instances'
import { exportTasks, requestTaskExport } from '@throughline/contracts/tasks'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { afterAll, describe, expect, test } from 'vitest'
import { registerExport } from '../src/areas/exports/list-export.ts'
import { purgeExports } from '../src/areas/exports/purge-exports.ts'
import { requestExport } from '../src/areas/exports/request-export.service.ts'
import { failExport, writeExport } from '../src/areas/exports/write-export.ts'
import { taskExport } from '../src/areas/tasks/list/export-tasks.ts'
import { createStorage } from '../src/core/storage/storage.ts'
import { createTestApi } from './api.ts'
import { setMemberStatus } from './factories.ts'
import { makePublishedForm, storeResponse } from './form-responses.ts'
import { ENGINE_AWAY } from './queued-mails.ts'
import { makeInstance, makeTask, makeWorkflow } from './running-world.ts'
import { createTaskWorld } from './task-world.ts'
import { verdict } from './verdict.ts'
import { viewerOf } from './viewer-of.ts'
import { workerContext } from './worker-context.ts'

const api = await createTestApi({ ...ENGINE_AWAY, EXPORT_STREAM_ROWS: '3', EXPORT_MAX_ROWS: '240' })
const storage = createStorage(api.ctx.config)
afterAll(async () => {
  storage.close()
  await api.close()
})
const parts = { ctx: workerContext(api.ctx), storage }
const { ours, actors, hire, workflow } = await createTaskWorld(api)
const { tenantId } = ours

/** An instance with so many tasks: they are what an export of it shows. */
async function instanceWith(tasks: number, of = workflow): Promise<string> {
  const instance = await makeInstance(api.ctx, tenantId, of, { name: 'Many' })
  for (let n = 1; n <= tasks; n++) await makeTask(api.ctx, tenantId, instance, { round: n, name: `No. ${n}` })
  return instance
}
const five = await instanceWith(5)

const write = (exportId: string) => writeExport(parts, { tenantId, exportId })
const fileOf = (id: ExportId, { visitor }: { visitor: Awaited<ReturnType<typeof hire>>['visitor'] }) =>
  visitor.fetch(`${visitor.origin}${downloadExport.path.replace(':exportId', id)}`)
const messagesOf = async (client: Client) =>
  (await client(listMessages, { query: { type: 'system' } })).data.filter(({ kind }) => kind === 'ready')
const isStored = async (id: string) => {
  const found = await storage.exports.read({ tenantId, id }).catch(() => undefined)
  found?.stream.destroy()
  return found !== undefined
}
const expire = (id: string) =>
  api.database.admin((db) =>
    db.query(`update exports set expires_at = now() - interval '1 second' where id = $1`, [id]),
  )

describe('a list with more rows than are streamed', () => {
  test('is refused as a stream, and prepared as a file that the person is told of', async () => {
    const one = await hire('exporter', 'Ada Exporter')
    const { visitor, client } = one
    const streamed = await visitor.fetch(`${visitor.origin}${exportTasks.path}?instance=${five}`)
    expect(streamed.status).toBe(409)
    expect(await streamed.json()).toMatchObject({
      code: 'export_too_large',
      message: 'This export has more than 3 rows',
    })
    const requested = await client(requestTaskExport, { body: { instance: five, sort: 'title' } })
    expect(requested).toMatchObject({ state: 'preparing', rows: null, problem: null })
    expect((await fileOf(requested.id, one)).status).toBe(409)
    await write(requested.id)
    expect(await client(getExport, { params: { exportId: requested.id } })).toMatchObject({ state: 'ready', rows: 5 })
    const file = await fileOf(requested.id, one)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="tasks-\d{4}-\d\d-\d\d\.csv"/),
      'cache-control': 'no-store',
    })
    const lines = (await file.text()).split('\r\n')
    expect(lines[0]).toContain('Key,Title,Type')
    expect(lines.slice(1, -1).map((line) => line.split(',')[1])).toEqual([1, 2, 3, 4, 5].map((n) => `No. ${n}`))
    expect(await messagesOf(client)).toMatchObject([
      {
        type: 'export_ready',
        title: 'Your export is ready: Tasks',
        description: 'It has 5 rows. You can download it for 7 days.',
        metadata: { entityType: 'export', entities: [{ entityId: requested.id, state: 'ready', rows: 5 }] },
      },
    ])
    const { rows } = await api.database.admin((db) =>
      db.query<{ workflow: string }>(
        `select payload->>'workflow' as workflow from outbox where aggregate_id = $1
         union all select act from audit_pending where actor_id = $2 and act = 'tasks.exported'`,
        [requested.id, one.id],
      ),
    )
    expect(rows.map((row) => row.workflow)).toEqual(['writeExport', 'tasks.exported'])
  })

  test('streams as long as it has no more, also of instances', async () => {
    const { visitor, client } = await hire('streamer', 'Streamer')
    const three = await instanceWith(3)
    const tasks = await visitor.fetch(`${visitor.origin}${exportTasks.path}?instance=${three}`)
    expect((await tasks.text()).split('\r\n')).toHaveLength(5)
    const own = await makeWorkflow(api.ctx, ours)
    for (let n = 0; n < 3; n++) await makeInstance(api.ctx, tenantId, own)
    const address = `${visitor.origin}${exportInstances.path}?workflow=${own}`
    expect((await (await visitor.fetch(address)).text()).split('\r\n')).toHaveLength(5)
    await makeInstance(api.ctx, tenantId, own)
    expect((await visitor.fetch(address)).status).toBe(409)
    const { id } = await client(requestInstanceExport, { body: { workflow: WorkflowId.parse(own) } })
    await write(id)
    expect(await client(getExport, { params: { exportId: id } })).toMatchObject({ state: 'ready', rows: 4 })
  })

  test('is prepared once for one key, and four times at the same time at most', async () => {
    const { client } = await hire('keyed', 'Keyed')
    const body = { instance: five }
    const first = await client(requestTaskExport, { body }, { idempotencyKey: 'the same' })
    expect(await client(requestTaskExport, { body }, { idempotencyKey: 'the same' })).toEqual(first)
    for (const _ of [2, 3, 4]) await client(requestTaskExport, { body })
    expect(await verdict(client(requestTaskExport, { body }))).toBe('409 exports_running')
    await write(first.id)
    await client(requestTaskExport, { body })
  })

  test('is nobody else’s', async () => {
    const { client } = await hire('owning', 'Owning')
    const { id } = await client(requestTaskExport, { body: { instance: five } })
    await write(id)
    for (const other of [actors.owner, actors.member, actors.other_admin]) {
      expect(await verdict(other.client(getExport, { params: { exportId: id } }))).toBe('404 not_found')
      expect((await fileOf(id, other)).status).toBe(404)
    }
  })
})

describe('while it is written', () => {
  const exporting = async (name: string, between: (memberId: string) => Promise<unknown>, tasks = 150) => {
    const hidden = await makeWorkflow(api.ctx, ours)
    const instance = await instanceWith(tasks, hidden)
    const one = await hire(name, name)
    let pages = 0
    const list: typeof taskExport = {
      ...taskExport,
      name: `tasks-${name}`,
      page: async (...args) => {
        const page = await taskExport.page(...args)
        pages += 1
        if (pages === 1) await between(hidden)
        return page
      },
    }
    registerExport(list)
    const filter = { instance, sort: 'title' }
    const { id } = await requestExport(api.ctx, await viewerOf(api.ctx, one.user.id), list, filter)
    return { one, id: ExportId.parse(id) }
  }

  test('work that is hidden from the person meanwhile is left out from there on', async () => {
    const { one, id } = await exporting('narrowed', (hidden) =>
      actors.owner.client(setWorkflowAccess, {
        params: { workflowId: WorkflowId.parse(hidden) },
        body: { visibility: 'limited', member_ids: [ours.ownerId] },
      }),
    )
    await write(id)
    expect(await one.client(getExport, { params: { exportId: id } })).toMatchObject({ state: 'ready', rows: 100 })
    const { stream } = await storage.exports.read({ tenantId, id })
    expect((await text(stream)).split('\r\n')).toHaveLength(102)
  })

  test('a person who is suspended gets nothing, and no file stays', async () => {
    const people: { id?: Parameters<typeof setMemberStatus>[2] } = {}
    const { one, id } = await exporting('suspended', async () => {
      if (people.id) await setMemberStatus(api.ctx, tenantId, people.id, 'suspended')
    })
    people.id = one.user.member_id
    await write(id)
    const { rows } = await api.database.admin((db) =>
      db.query('select state, problem from exports where id = $1', [id]),
    )
    expect(rows).toEqual([{ state: 'failed', problem: 'You no longer have access to this list.' }])
    expect(await isStored(id)).toBe(false)
  })

  test('a list that is too long for a file ends in words', async () => {
    const { one, id } = await exporting('too-long', () => Promise.resolve(), 241)
    await write(id)
    expect(await messagesOf(one.client)).toMatchObject([
      {
        type: 'export_failed',
        title: 'Your export failed: Tasks',
        description: 'The list has more than 240 rows. Filter it and export it again.',
      },
    ])
    expect(await isStored(id)).toBe(false)
  })

  test('a job that runs twice leaves one file and one message', async () => {
    const { client } = await hire('twice', 'Twice')
    const { id } = await client(requestTaskExport, { body: { instance: five } })
    await Promise.all([write(id), write(id)])
    await write(id)
    await failExport(parts, { tenantId, exportId: id })
    expect(await messagesOf(client)).toMatchObject([{ type: 'export_ready', news_count: 1 }])
    expect(await isStored(id)).toBe(true)
  })
})

describe('afterwards', () => {
  test('a role that no longer allows the list gets no file of it', async () => {
    const [manager, member] = [actors.owner, await hire('demoted', 'Demoted')]
    const list: typeof taskExport = { ...taskExport, name: 'tasks-managed', permission: 'members.manage' }
    registerExport(list)
    const viewer = await viewerOf(api.ctx, manager.user.id)
    const { id } = await requestExport(api.ctx, viewer, list, { instance: five })
    const exportId = ExportId.parse(id)
    await write(exportId)
    expect((await fileOf(exportId, manager)).status).toBe(200)
    // As if the owner had become a member.
    const give = 'update exports set member_id = $1 where id = $2'
    await api.database.admin((db) => db.query(give, [member.id, exportId]))
    expect((await fileOf(exportId, member)).status).toBe(403)
  })

  test('a form that is hidden from the person by now gives no file of its responses', async () => {
    const one = { ...actors.manager }
    const formId = await makePublishedForm(api.ctx, ours)
    await storeResponse(api.ctx, ours, formId)
    const { id } = await one.client(requestSubmissionExport, { params: { formId }, body: {} })
    await write(id)
    expect((await fileOf(id, one)).status).toBe(200)
    const body = { visibility: 'limited' as const, team_ids: [], member_ids: [ours.ownerId] }
    await actors.owner.client(setFormAccess, { params: { formId }, body })
    expect((await fileOf(id, one)).status).toBe(404)
  })

  test('a file is there for its week, then it is purged with its row', async () => {
    const one = await hire('weekly', 'Weekly')
    const { id } = await one.client(requestTaskExport, { body: { instance: five } })
    await write(id)
    await expire(id)
    expect((await fileOf(id, one)).status).toBe(404)
    expect(await messagesOf(one.client)).toMatchObject([{ gone: true }])
    expect(await isStored(id)).toBe(true)
    expect(await purgeExports(parts, { tenantId })).toBe(1)
    expect(await purgeExports(parts, { tenantId })).toBe(0)
    expect(await isStored(id)).toBe(false)
    const { rows } = await api.database.admin((db) => db.query('select from exports where id = $1', [id]))
    expect(rows).toEqual([])
  })

  test('the person is told of a job that was lost', async () => {
    const { client } = await hire('lost', 'Lost')
    const { id } = await client(requestTaskExport, { body: { instance: five } })
    await expire(id)
    await purgeExports(parts, { tenantId })
    expect(await messagesOf(client)).toMatchObject([{ type: 'export_failed' }])
    expect(await client(getExport, { params: { exportId: id } })).toMatchObject({
      state: 'failed',
      problem: 'Something went wrong on our side. Export the list again.',
    })
  })
})
