import type { Client } from '@throughline/contracts/client'
import { decideDocument, editDocument, removeDocument, restoreVersion } from '@throughline/contracts/document-acts'
import { getDocument } from '@throughline/contracts/documents'
import { DocumentId, MemberId } from '@throughline/contracts/ids'
import * as acts from '@throughline/contracts/task-acts'
import { listTasks } from '@throughline/contracts/tasks'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeDocument } from '../../../../test/documents.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await sharedApi()
const { maya, priya, ours, actors, task, read, turns, at } = await createTaskWorld(api)

const approval = () => task({ step: 'ok', type: 'approval', seats: [{ member: maya.id }, { member: priya.id }] })
const attach = async (taskId: string, name = 'Contract.pdf') =>
  DocumentId.parse(await makeDocument(api.ctx, ours, { taskId }, { name }))
const fileOf = (documentId: DocumentId) => actors.owner.client(getDocument, { params: { documentId } })
const decide = (client: Client, id: string, body: object = {}) =>
  client(acts.decideTask, { ...at(id), body: { decision: 'approve', ...body } })
const filesOf = async (id: string) =>
  (await read(id, maya.client)).attachments.map(({ id: document, version_number, sha256 }) => ({
    id: document,
    version_number,
    sha256: sha256 ?? '',
  }))
const openFor = async ({ client, user }: typeof maya) =>
  (await client(listTasks, { query: { assigned_to: user.username } })).data.map(({ id }) => String(id))

describe('a decision on a task', () => {
  test('is one on the files of it, as they were looked at', async () => {
    const id = await approval()
    const document = await attach(id)
    expect(await fileOf(document)).toMatchObject({ status: 'review', approval: null, decisions: [] })
    await decide(maya.client, id, { comment: 'Good', files: await filesOf(id) })
    expect((await read(id)).seats[0]).toMatchObject({ verdict: 'approve', version_number: 1, asked_again: null })
    expect(await fileOf(document)).toMatchObject({
      status: 'approved',
      approval: { state: 'approved', version_number: 1, by: { id: maya.id } },
      decisions: [{ verdict: 'approve', version_number: 1, task_id: id, comment: 'Good', by: { id: maya.id } }],
    })
  })

  test('is recorded with the exact bytes it was about, and without any where there are none', async () => {
    const id = await approval()
    const document = await attach(id)
    const bare = await approval()
    const { sha256 } = await fileOf(document)
    for (const decided of [id, bare]) await decide(maya.client, decided)
    const recorded = async (about: string) => {
      const { rows } = await api.database.admin((admin) =>
        admin.query(`select data->'files' as files from audit_pending where act = 'task.decided' and entity_id = $1`, [
          about,
        ]),
      )
      return rows
    }
    expect(await recorded(id)).toEqual([{ files: [{ id: document, version: 1, sha256 }] }])
    expect(await recorded(bare)).toEqual([{ files: null }])
  })

  test('is refused where a file was changed, added or taken away since it was looked at', async () => {
    const id = await approval()
    await attach(id)
    const looked = await filesOf(id)
    await attach(id)
    expect(await verdict(decide(maya.client, id, { files: looked }))).toBe('409 changed')
    expect((await read(id)).seats[0]?.verdict).toBeNull()
    const now = await filesOf(id)
    await attach(id, 'Annex.pdf')
    expect(await verdict(decide(maya.client, id, { files: now }))).toBe('409 changed')
    expect(await verdict(decide(maya.client, id, { files: await filesOf(id) }))).toBe('accepted')
  })
})

test('nobody approves a version that they uploaded; they may still send it back', async () => {
  const id = await approval()
  const by = MemberId.parse(maya.id)
  const document = DocumentId.parse(await makeDocument(api.ctx, ours, { taskId: id }, { name: 'Contract.pdf', by }))
  expect((await read(id, maya.client)).can).toMatchObject({ decide: true, approve: false })
  expect((await read(id, priya.client)).can).toMatchObject({ decide: true, approve: true })
  expect(await verdict(decide(maya.client, id, { files: await filesOf(id) }))).toBe('409 own_version')
  const file = await maya.client(getDocument, { params: { documentId: document } })
  expect(file.can.decide).toBe(false)
  const body = { decision: 'approve' as const, version_number: 1, sha256: file.sha256 ?? '' }
  expect(await verdict(maya.client(decideDocument, { params: { documentId: document }, body }))).toBe('409 own_version')
  await attach(id)
  expect((await read(id, maya.client)).can.approve).toBe(true)
  await makeDocument(api.ctx, ours, { taskId: id }, { name: 'Contract.pdf', by })
  const changes = { decision: 'reject', comment: 'Not yet', files: await filesOf(id) }
  expect(await verdict(decide(maya.client, id, changes))).toBe('accepted')
})

test('nor one that somebody else restored from theirs', async () => {
  const id = await approval()
  const by = MemberId.parse(maya.id)
  const document = DocumentId.parse(await makeDocument(api.ctx, ours, { taskId: id }, { name: 'Contract.pdf', by }))
  await attach(id)
  await actors.owner.client(restoreVersion, { params: { documentId: document, number: 1 } })
  expect((await read(id, maya.client)).can).toMatchObject({ decide: true, approve: false })
  expect(await verdict(decide(maya.client, id, { files: await filesOf(id) }))).toBe('409 own_version')
  const { can, sha256 } = await maya.client(getDocument, { params: { documentId: document } })
  expect(can.decide).toBe(false)
  const body = { decision: 'approve' as const, version_number: 3, sha256: sha256 ?? '' }
  expect(await verdict(maya.client(decideDocument, { params: { documentId: document }, body }))).toBe('409 own_version')
})

test('nor takes it off its task to approve it, and brings it back', async () => {
  const id = await approval()
  const by = MemberId.parse(maya.id)
  const documentId = DocumentId.parse(await makeDocument(api.ctx, ours, { taskId: id }, { name: 'Contract.pdf', by }))
  const move = (task_id: string | null) =>
    maya.client(editDocument, {
      params: { documentId },
      body: { place: { task_id, instance_id: null, workflow_id: null } },
    })
  const approveBy = async ({ client }: typeof maya) => {
    const { sha256 } = await client(getDocument, { params: { documentId } })
    const body = { decision: 'approve' as const, version_number: 1, sha256: sha256 ?? '' }
    return verdict(client(decideDocument, { params: { documentId }, body }))
  }
  await move(null)
  expect(await approveBy(maya)).toBe('accepted')
  expect(await verdict(move(id))).toBe('409 own_version')
  expect(await approveBy(priya)).toBe('accepted')
  expect(await verdict(move(id))).toBe('accepted')
})

describe('a later version', () => {
  test('is asked about again by an approval that still waits: the old vote is seen and does not count', async () => {
    const id = await approval()
    const document = await attach(id)
    await decide(maya.client, id, { files: await filesOf(id) })
    expect(await openFor(maya)).not.toContain(id)
    await attach(id)
    const { seats, can } = await read(id, maya.client)
    expect(can.decide).toBe(true)
    expect(seats).toMatchObject([
      { verdict: null, version_number: 1, asked_again: { verdict: 'approve', by: { id: maya.id } } },
      { verdict: null, asked_again: null },
    ])
    expect(await openFor(maya)).toContain(id)
    expect(await fileOf(document)).toMatchObject({
      status: 'review',
      approval: { state: 'changed', version_number: 1 },
    })
    expect(await turns(id)).toMatchObject([
      { t: 'decision', slot: 0, asked: 0 },
      { t: 'withdrawn', asked: 1 },
    ])

    await decide(maya.client, id, { files: await filesOf(id) })
    expect((await read(id)).seats[0]).toMatchObject({ verdict: 'approve', version_number: 2, asked_again: null })
    expect((await fileOf(document)).decisions.map(({ version_number }) => version_number)).toEqual([2, 1])
  })

  test('of old content, restored, is a later one too', async () => {
    const id = await approval()
    const document = await attach(id)
    await attach(id)
    await decide(maya.client, id, { files: await filesOf(id) })
    await actors.owner.client(restoreVersion, { params: { documentId: document, number: 1 } })
    expect((await read(id)).seats[0]).toMatchObject({ verdict: null, asked_again: { verdict: 'approve' } })
  })

  test('leaves alone what the votes had come to already, and shows the file as changed', async () => {
    const id = await approval()
    const document = await attach(id)
    await decide(maya.client, id, { files: await filesOf(id) })
    await decide(priya.client, id, { files: await filesOf(id) })
    await attach(id)
    expect((await read(id)).seats.map(({ verdict: given }) => given)).toEqual(['approve', 'approve'])
    expect((await turns(id)).map(({ t }) => t)).toEqual(['decision', 'decision'])
    expect(await fileOf(document)).toMatchObject({
      status: 'review',
      approval: { state: 'changed', by: { id: priya.id }, version_number: 1 },
    })
  })

  test('counts once it is found clean: until then, and if it never is, votes on the one before stand', async () => {
    const id = await approval()
    const document = await attach(id)
    await decide(maya.client, id, { files: await filesOf(id) })
    await attach(id)
    await decide(maya.client, id, { files: await filesOf(id) })
    await makeDocument(api.ctx, ours, { taskId: id }, { name: 'Contract.pdf', quarantined: true })
    expect(await fileOf(document)).toMatchObject({ version_count: 3, current_version: 2 })
    expect((await read(id)).seats[0]).toMatchObject({ verdict: 'approve', asked_again: null })
  })

  test('of a file that nobody has voted on asks nobody again', async () => {
    const id = await approval()
    await attach(id)
    await attach(id)
    expect(await turns(id)).toEqual([])
  })
})

describe('a vote on some files is asked again', () => {
  const votedOn = async (name?: string) => {
    const id = await approval()
    const document = await attach(id, name)
    await decide(maya.client, id, { files: await filesOf(id) })
    return { id, document }
  }
  const isAskedAgain = async (id: string) => (await read(id)).seats[0]?.asked_again !== null

  test('when another one comes, once it is found clean', async () => {
    const { id } = await votedOn()
    await makeDocument(api.ctx, ours, { taskId: id }, { name: 'Annex.pdf', quarantined: true })
    expect(await isAskedAgain(id)).toBe(false)
    await attach(id, 'Other annex.pdf')
    expect(await isAskedAgain(id)).toBe(true)
  })

  test('when one of them is deleted, and so replaced by another of its name', async () => {
    const { id, document } = await votedOn()
    await actors.owner.client(removeDocument, { params: { documentId: document } })
    expect(await isAskedAgain(id)).toBe(true)
  })

  test('when one of them is moved away, or another one there', async () => {
    const { id, document } = await votedOn()
    const other = await votedOn('Offer.pdf')
    const place = { task_id: other.id, instance_id: null, workflow_id: null }
    await actors.owner.client(editDocument, { params: { documentId: document }, body: { place } })
    expect([await isAskedAgain(id), await isAskedAgain(other.id)]).toEqual([true, true])
  })
})
