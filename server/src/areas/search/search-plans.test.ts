import { afterAll, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { makeTenant } from '../../../test/factories.ts'
import { plansBehind } from '../../../test/plans-behind.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'
import { findSession } from '../../core/http/session.ts'
import { searchAll } from './search.service.ts'

/** Most workspaces are small, and one has long texts: to a planner that knows the average, it looks small as well. */
const ENTRIES = 20_000
const WORKSPACES = 2_000
const LONG = 3_000
const LONG_WORDS = 700
const MAX_BUFFERS = 6_000

const api = await createTestApi(ENGINE_AWAY)
const { ctx } = api
const founder = await makeSomeone(ctx)
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Long texts')
const { visitor } = await signIn(api, founder.username)
const found = await findSession(ctx, visitor.cookies.get(SESSION_COOKIE) ?? '', new URL(visitor.origin).host)
if (!found) throw new Error('nobody is signed in')
const viewer = found

await api.database.admin(async (admin) => {
  await admin.query(
    `insert into search_entries (tenant_id, kind, entity_id, part, title, head, tsv, content_hash, changed_at)
     select case when n <= $2 then $1 else o.ids[1 + n % $4] end,
       case when n <= $2 then 'document' else (array['document', 'task', 'instance'])[1 + n % 3] end, uuidv7(), 0, 'Report ' || n,
       array_to_tsvector(array['dw' || n % 500]), v.words, '\\x00', now() - n * interval '1 minute'
     from generate_series(1, $3::int) n
     cross join (select array_agg(uuidv7()) as ids from generate_series(1, $4::int)) o
     cross join lateral (select array_to_tsvector(array(select 'dw' || (n * 7919 + g * 3) % 9000
       from generate_series(1, case when n <= $2 then $5::int else 60 end) g)) as words) v`,
    [firm.tenantId, LONG, ENTRIES, WORKSPACES, LONG_WORDS],
  )
  await admin.query('vacuum analyze search_entries')
})

const client = await connectAs('tl_api', api.database.name)
afterAll(async () => {
  await client.end()
  await api.close()
})

const calls = async (q: string) =>
  (
    await plansBehind(client, ctx, viewer, (held) =>
      searchAll(held, viewer, { q, sort: 'best', limit: 10, kind: 'files' }),
    )
  ).filter(({ text }) => text.includes('app.search'))

test.each([
  ['a word that many have', 'w501'],
  ['two words', 'w501 w504'],
  ['two words, one of them nowhere', 'w501 obsidian'],
  ['a beginning of many words', 'w50'],
  ['a word that is left out', 'w501 -w504'],
  ['a word that stands nowhere', 'obsidian'],
  ['a mistyped name', 'reprot'],
])('%s: reads its share of long texts through their index', async (_, q) => {
  const made = await calls(q)
  expect(made.length).toBeGreaterThan(0)
  for (const { buffers, text } of made) expect(buffers, text.slice(0, 60)).toBeLessThanOrEqual(MAX_BUFFERS)
})

test('of indexes that the call could read, one alone knows words and tenants as they are asked for', async () => {
  const { rows } = await api.database.admin((admin) =>
    admin.query(`select indexrelid::regclass::text as name from pg_index where indrelid = 'search_entries'::regclass
      and pg_get_indexdef(indexrelid) like '%ARRAY[tenant_id]%'`),
  )
  expect(rows).toEqual([{ name: 'search_entries_found' }])
})
