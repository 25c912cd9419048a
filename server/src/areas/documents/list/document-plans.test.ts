import type { listDocuments } from '@throughline/contracts/documents'
import type { Query } from '@throughline/contracts/endpoint'
import { WorkflowId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../../test/api.ts'
import { connectAs } from '../../../../test/connect.ts'
import { makeTenant } from '../../../../test/factories.ts'
import { plansBehind } from '../../../../test/plans-behind.ts'
import { ENGINE_AWAY } from '../../../../test/queued-mails.ts'
import { makeWorkflow } from '../../../../test/running-world.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { SESSION_COOKIE } from '../../../core/http/cookies.ts'
import { findSession } from '../../../core/http/session.ts'
import { documentsPage, groupsOf } from './document-list.service.ts'
import { MAX_SCANNED } from './document-scan.queries.ts'

const DOCUMENTS = 20_000
const HIDDEN = 5_000
const TRASHED = 5_000
/** The newest of them, whose instances are in the trash too. */
const UNLISTED = 4_000
const PAGE = 50
/** A page of rows, each with its versions, its decision and what it belongs to. */
const MAX_READ = 10 * PAGE
/** As many as are looked at for a page. */
const MAX_PASSED_OVER = MAX_SCANNED + MAX_READ

const api = await createTestApi(ENGINE_AWAY)
const { ctx } = api
const founder = await makeSomeone(ctx)
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Busy')
const { visitor } = await signIn(api, founder.username)
const found = await findSession(ctx, visitor.cookies.get(SESSION_COOKIE) ?? '', new URL(visitor.origin).host)
if (!found) throw new Error('nobody is signed in')
const viewer = found
const open = WorkflowId.parse(await makeWorkflow(ctx, firm))
const hidden = await makeWorkflow(ctx, firm)
await api.database.admin(async (admin) => {
  await admin.query(`update workflows set visibility = 'limited' where id = $1`, [hidden])
  await admin.query(
    `insert into documents (tenant_id, name, workflow_id, step, status, family, size, media_type, state, uploaded_by, updated_at,
       client_key, entity_key)
     select $1, 'Paper ' || md5(n::text), case when n > $5::int - $6::int then $4::uuid when n % 2 = 0 then $3::uuid end,
       case when n % 2 = 0 then 'file' end, (array['completed', 'review', 'approved', 'draft'])[n % 4 + 1],
       (array['document', 'image'])[n % 2 + 1], 1, 'text/plain', 'clean', $2, now() - interval '1 day' + n * interval '1 second',
       'client ' || n % 100, 'entity ' || n % 1000
     from generate_series(1, $5::int) n`,
    [firm.tenantId, firm.ownerId, open, hidden, DOCUMENTS, HIDDEN],
  )
  await admin.query(
    `insert into documents (tenant_id, name, size, media_type, state, uploaded_by, deleted_at, in_trash)
     select $1, 'Old paper ' || n, 1, 'text/plain', 'clean', $2, now() - n * interval '1 minute', n <= $4::int
     from generate_series(1, $3::int) n`,
    [firm.tenantId, firm.ownerId, TRASHED, UNLISTED],
  )
  await admin.query(
    `insert into document_versions (tenant_id, document_id, number, name, state, quarantine_key, size, media_type)
     select tenant_id, id, 1, name, 'quarantined', 'none', 1, media_type from documents where tenant_id = $1`,
    [firm.tenantId],
  )
  await admin.query('update tenants set access_epoch = access_epoch + 1 where id = $1', [firm.tenantId])
  await admin.query('analyze documents, document_versions')
})
const direct = await connectAs('tl_api', api.database.name)
afterAll(async () => {
  await direct.end()
  await api.close()
})

type DocumentListQuery = Query<typeof listDocuments>
const FIRST: DocumentListQuery = { sort: 'updated', limit: PAGE, trash: false }
const plain: [string, Partial<DocumentListQuery>][] = [
  ['oldest change first', { order: 'asc' }],
  ['by name', { sort: 'name' }],
  ['backwards by name', { sort: 'name', order: 'desc' }],
  ['by client', { sort: 'client' }],
  ['by entity', { sort: 'entity' }],
  ['oldest first', { sort: 'created', order: 'asc' }],
  ['of one status', { status: 'review', order: 'asc' }],
  ['of one workflow', { workflow: open }],
  ['of one step', { workflow: open, step: 'file' }],
  ['of one’s own', { view: 'mine', order: 'asc' }],
  ['of the trash', { trash: true }],
  ['of the trash, oldest first', { trash: true, order: 'asc' }],
]
const hard: [string, Partial<DocumentListQuery>][] = [
  ['newest first, where the newest are hidden', {}],
  ['of one status, where the newest are hidden', { status: 'review' }],
  ['of one type, by name', { type: 'image', sort: 'name' }],
  ['of one status, by name', { status: 'draft', sort: 'name' }],
  ['by a word that nobody has', { search: 'xyz' }],
  ['of the last seven days', { date_range: '7days', type: 'image' }],
]

describe(`${DOCUMENTS} documents, of which ${HIDDEN} are hidden`, () => {
  const pagesOf = async (query: Partial<DocumentListQuery>, most: number) => {
    let cursor: string | undefined
    for (let page = 0; page < 2; page++) {
      const plans = await plansBehind(direct, ctx, viewer, async (held) => {
        cursor = (await documentsPage(held, viewer, { ...FIRST, ...query, cursor })).next
      })
      for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(most)
      if (!cursor) break
    }
  }

  test.each(plain)(`a page %s, and the one behind it, read at most ${MAX_READ} rows a statement`, (_, query) =>
    pagesOf(query, MAX_READ),
  )

  test.each(hard)('a page %s looks at no more than so many that it passes over', (_, query) =>
    pagesOf(query, MAX_PASSED_OVER),
  )

  test('groups are counted so far and no further', async () => {
    const plans = await plansBehind(direct, ctx, viewer, (held) => groupsOf(held, viewer, { by: 'status' }))
    for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(6 * MAX_SCANNED)
    const { data } = await groupsOf(ctx, viewer, { by: 'step', workflow: open })
    expect(data.find(({ key }) => key === 'file')).toEqual({
      key: 'file',
      name: 'File the invoice',
      count: 1_000,
      more: true,
    })
  })
})
