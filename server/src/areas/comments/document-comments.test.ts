import * as comments from '@throughline/contracts/comments'
import { purgeDocument, removeDocument } from '@throughline/contracts/document-acts'
import { CommentId, DocumentId } from '@throughline/contracts/ids'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { makeInstance, makeWorkflow } from '../../../test/running-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { limitedWorld } from '../../../test/visibility/limited-world.ts'
import { refusal } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { commentOnDocument, documentComments } from './comment-acts.service.ts'
import { mentionableOnDocument } from './mentionable.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.member

const make = async (wanted = {}) => DocumentId.parse(await makeDocument(ctx, ours, wanted))
const say = (documentId: DocumentId, content: string, by = client) =>
  by(comments.addDocumentComment, { params: { documentId }, body: { content } })
const read = async (documentId: DocumentId, by = client) =>
  (await by(comments.listDocumentComments, { params: { documentId }, query: {} })).data

describe('comments on a document', () => {
  test('are read newest first, changed and taken back like all others', async () => {
    const id = await make()
    const first = await say(id, 'One')
    await say(id, 'Two', actors.owner.client)
    expect((await read(id, actors.viewer.client)).map(({ content, can_edit }) => [content, can_edit])).toEqual([
      ['Two', false],
      ['One', false],
    ])
    const params = { commentId: CommentId.parse(first.id) }
    expect(await verdict(actors.owner.client(comments.editComment, { params, body: { content: 'x' } }))).toBe(
      '403 not_own',
    )
    await client(comments.editComment, { params, body: { content: 'One more' } })
    expect((await read(id))[1]).toMatchObject({ content: 'One more', is_edited: true })
    await client(comments.removeComment, { params })
    expect((await read(id)).map(({ content }) => content)).toEqual(['Two'])
  })

  test('name whoever may see it, those of its instance first', async () => {
    const workflow = await makeWorkflow(ctx, ours)
    const instanceId = await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
    const id = await make({ instanceId })
    const { data } = await client(comments.listMentionableOnDocument, { params: { documentId: id }, query: {} })
    expect(data.map(({ name }) => name)).toContain('Test viewer')
    const viewer = data.find(({ name }) => name === 'Test viewer')?.member_id ?? ''
    expect((await say(id, `See @[Test viewer](${viewer})`)).mentions).toMatchObject([{ name: 'Test viewer' }])
    expect(await refusal(say(id, 'See @[Nobody](01890000-0000-7000-8000-000000000000)'))).toMatchObject({
      status: 422,
      message: 'You mentioned someone who isn’t a member',
    })
  })

  test('tell the pages of those who may see it', async () => {
    const id = await make()
    await say(id, 'Hello')
    const { rows } = await api.database.admin((db) =>
      db.query<{ type: string }>(`select type from events where entity_id = $1 order by id desc limit 1`, [id]),
    )
    expect(rows).toEqual([{ type: 'document.commented' }])
  })

  test('are not there for others, and go with it for ever', async () => {
    const id = await make()
    await say(id, 'Ours')
    expect(await verdict(read(id, actors.other_admin.client))).toBe('404 not_found')
    expect(await verdict(say(id, 'Theirs', actors.other_admin.client))).toBe('404 not_found')
    await client(removeDocument, { params: { documentId: id } })
    expect(await verdict(say(id, 'Too late'))).toBe('404 not_found')
    await actors.manager.client(purgeDocument, { params: { documentId: id } })
    const { rows } = await api.database.admin((db) => db.query('select from comments where entity_id = $1', [id]))
    expect(rows).toEqual([])
  })

  test('of a hidden workflow are hidden, and name nobody who may not see it', async () => {
    const { viewers, workflows, tenant } = await limitedWorld(api)
    const place = { workflowId: workflows.of_team }
    const id = DocumentId.parse(await makeDocument(ctx, { ...tenant, ownerId: viewers.in_team.memberId }, place))
    await commentOnDocument(ctx, viewers.in_team, id, 'Among us')
    expect((await documentComments(ctx, viewers.in_team, id, { limit: 10 })).data).toHaveLength(1)
    await expect(documentComments(ctx, viewers.outsider, id, { limit: 10 })).rejects.toMatchObject({ status: 404 })
    await expect(commentOnDocument(ctx, viewers.outsider, id, 'Hello')).rejects.toMatchObject({ status: 404 })
    const naming = commentOnDocument(ctx, viewers.in_team, id, `@[Somebody](${viewers.outsider.memberId})`)
    await expect(naming).rejects.toMatchObject({ status: 422 })
    const { data } = await mentionableOnDocument(ctx, viewers.in_team, id, {})
    expect(data.map(({ member_id }) => member_id)).not.toContain(viewers.outsider.memberId)
  })
})
