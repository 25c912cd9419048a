import type { Query } from '@throughline/contracts/endpoint'
import type { listForms } from '@throughline/contracts/forms'
import { FormId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { makeTenant } from '../../../test/factories.ts'
import { putManyForms } from '../../../test/many-forms.ts'
import { plansBehind } from '../../../test/plans-behind.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'
import { findSession } from '../../core/http/session.ts'
import { formsPage } from './form-list.service.ts'
import { readForm } from './forms.service.ts'
import { findPublicVersion } from './public-version.ts'
import { submissionsPage } from './submissions/submission-list.service.ts'

const FORMS = 10_000
/** A chunk, and what is looked up for each of its rows: the four slots of a counter where a number closes it. */
const MAX_READ = 400
/** The counts of the pills look at no more than 5,000 forms. */
const MAX_COUNTED = 5_000 + 4 * 1_000

const api = await createTestApi(ENGINE_AWAY)
const { ctx } = api
const founder = await makeSomeone(ctx)
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Busy')
const { visitor } = await signIn(api, founder.username)
const found = await findSession(ctx, visitor.cookies.get(SESSION_COOKIE) ?? '', new URL(visitor.origin).host)
if (!found) throw new Error('nobody is signed in')
const viewer = found
await api.database.admin((admin) => putManyForms(admin, firm.tenantId, firm.ownerId, FORMS))

const direct = await connectAs('tl_api', api.database.name)
afterAll(async () => {
  await direct.end()
  await api.close()
})

const behind = (work: (held: typeof ctx) => Promise<unknown>) => plansBehind(direct, ctx, viewer, work)

type ListQuery = Query<typeof listForms>
const FIRST: ListQuery = { status: 'all', sort: 'response', limit: 50 }
const asked: [string, Partial<ListQuery>][] = [
  ['by last response', {}],
  ['by title', { sort: 'title' }],
  ['by age', { sort: 'created' }],
  ['closed', { status: 'closed' }],
  ['drafts by title', { status: 'draft', sort: 'title' }],
  ['trash', { status: 'trash' }],
  ['searched by a word that all have', { search: 'form' }],
  ['searched for nothing', { search: 'xyz' }],
]

describe(`${FORMS} forms`, () => {
  test.each(asked)(`a page %s, and the one behind it, read a bounded number of rows a statement`, async (_, query) => {
    let cursor: string | undefined
    for (let page = 0; page < 2; page++) {
      const plans = await behind(async (held) => {
        const answer = await formsPage(held, viewer, { ...FIRST, ...query, cursor })
        cursor = answer.pagination.next_cursor ?? undefined
      })
      expect(plans.length).toBeLessThan(25)
      for (const { read, text } of plans) {
        expect(read, text).toBeLessThanOrEqual(text.includes('filter (where') ? MAX_COUNTED : MAX_READ)
      }
      if (!cursor) break
    }
  })

  test('the last of them is found by a word of its title', async () => {
    let cursor: string | undefined
    const titles: string[] = []
    do {
      const page = await formsPage(ctx, viewer, { ...FIRST, search: 'cross', ...(cursor && { cursor }) })
      titles.push(...page.data.map(({ title }) => title))
      cursor = page.pagination.next_cursor ?? undefined
    } while (cursor)
    expect(titles).toEqual(['Zebra crossing'])
  })

  test('the fields of all versions are read once, and not for each page of responses', async () => {
    const { data } = await formsPage(ctx, viewer, FIRST)
    const id = FormId.parse(data[20]?.id)
    const ofVersions = async () => {
      const plans = await behind((held) => submissionsPage(held, viewer, id, { status: 'all', limit: 50 }))
      return plans.filter(({ text }) => text.includes('form_versions')).length
    }
    expect([await ofVersions(), await ofVersions()]).toEqual([1, 0])
  })

  test('one of them, and its public version, are read by their keys', async () => {
    const { data } = await formsPage(ctx, viewer, FIRST)
    const id = FormId.parse(data[10]?.id)
    const plans = [
      ...(await behind((held) => readForm(held, viewer, id))),
      ...(await behind((held) => readTenant(held, viewer, (tx) => findPublicVersion(tx, id)))),
    ]
    for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(20)
  })
})
