import { type AuditEntry, exportAudit, listAudit } from '@throughline/contracts/audit'
import { addInstanceComment } from '@throughline/contracts/comments'
import type { Query } from '@throughline/contracts/endpoint'
import { fillPath } from '@throughline/contracts/endpoint'
import { InstanceId } from '@throughline/contracts/ids'
import { getInstance } from '@throughline/contracts/instances'
import { addTeam } from '@throughline/contracts/org-teams'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { putPending } from '../../../test/audit-chain.ts'
import { makePerson, makeTenant } from '../../../test/factories.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeInstance, makeWorkflow } from '../../../test/running-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { sealBatch } from '../../core/audit/seal.ts'
import { createRelayPool } from '../../core/db/in-relay.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ours, theirs, actors } = await createWorld(api)
const { client, visitor } = actors.admin
const relay = createRelayPool(api.ctx.config, () => undefined)
const params = { orgId: ours.tenantId }
afterAll(async () => {
  await relay.end()
  await api.close()
})

type AuditQuery = Partial<Query<typeof listAudit>>
const page = (query: AuditQuery = {}) => client.page(listAudit, { params, query })
const keyOf = (entry: AuditEntry) => `${entry.at} ${JSON.stringify(entry.data)}`

/** All pages, with something done between them. */
async function read(query: AuditQuery = {}, between: () => Promise<unknown> = async () => undefined) {
  const pages: AuditEntry[][] = []
  for (let cursor: string | undefined; ; ) {
    const { data, nextCursor } = await page({ ...query, ...(cursor ? { cursor } : {}) })
    pages.push(data)
    if (!nextCursor) return pages
    cursor = nextCursor
    await between()
  }
}

const clear = () => api.database.admin((admin) => admin.query('truncate audit_pending, audit_log, audit_heads'))

/** Acts of everyday life: of three people, at two addresses, in two areas. */
const putActs = (count: number, tenant: string = ours.tenantId) =>
  api.database.admin((admin) =>
    admin.query(
      `insert into audit_pending (tenant_id, at, actor_id, act, entity_kind, entity_id, data, address)
       select $1, '2026-01-01T00:00:00Z'::timestamptz + n / 3 * interval '1 second', (array[$3::uuid, null])[1 + n % 2],
         (array['team.added', 'team.changed', 'member.invited'])[1 + n % 3], 'team', $4, jsonb_build_object('name', n::text),
         (array['10.0.0.1', '10.0.0.2'])[1 + n % 5 / 3]
       from generate_series(1, $2::int) n`,
      [tenant, count, ours.ownerId, ours.teamId],
    ),
  )

describe('an act', () => {
  beforeAll(clear)

  test('is shown at once as being sealed, then with its place, by name', async () => {
    const team = await client(addTeam, { params, body: { name: 'Watched' } })
    const [fresh] = (await page()).data
    expect(fresh).toMatchObject({
      seq: null,
      hash: null,
      act: 'team.added',
      entity_kind: 'team',
      entity_id: team.id,
      entity_name: 'Watched',
      actor: { name: 'Test admin' },
      address: visitor.address,
    })
    await sealBatch(relay)
    const [sealed] = (await page()).data
    expect(sealed).toEqual({ ...fresh, seq: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('upon work is shown by the name of that work, though the row has only its id', async () => {
    const workflow = await makeWorkflow(api.ctx, ours)
    const instanceId = InstanceId.parse(
      await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }),
    )
    await client(addInstanceComment, { params: { instanceId }, body: { content: 'Looks good' } })
    const { data: instance } = await client(getInstance, { params: { instanceId } })
    const [commented] = (await page({ act: 'instance' })).data
    expect(commented).toMatchObject({ act: 'instance.commented', entity_name: instance.name })
  })

  test('of another organization is not found, and neither is one’s own while it is personal', async () => {
    expect(await verdict(client(listAudit, { params: { orgId: theirs.tenantId }, query: {} }))).toBe('404 not_found')
    const personId = await makePerson(api.ctx, { username: 'alone', name: 'Alone' })
    const { tenantId } = await makeTenant(api.ctx, personId, 'personal', 'Alone')
    const { client: own } = await signIn(api, 'alone')
    expect(await verdict(own(listAudit, { params: { orgId: tenantId }, query: {} }))).toBe('404 not_found')
  })
})

describe('pages', () => {
  beforeEach(clear)

  test('come newest first without repeats or gaps, also within one moment', async () => {
    await putActs(200)
    await sealBatch(relay)
    const entries = (await read({ limit: 7 })).flat()
    expect(entries.map((entry) => entry.seq)).toEqual(Array.from({ length: 200 }, (_, index) => 200 - index))
  })

  test('show a row once that is sealed between two of them', async () => {
    await putActs(200)
    let rounds = 0
    const pages = await read({ limit: 7 }, async () => {
      if (++rounds === 3) await sealBatch(relay)
    })
    const entries = pages.flat()
    expect(new Set(entries.map(keyOf)).size).toBe(entries.length)
    expect(entries).toHaveLength(200)
    expect(entries.some((entry) => entry.seq === null)).toBe(true)
    expect(entries.some((entry) => entry.seq !== null)).toBe(true)
  })

  test('never show others’ rows, whoever made the cursor', async () => {
    await putActs(5)
    await putActs(5, theirs.tenantId)
    const foreign = await actors.other_admin.client.page(listAudit, {
      params: { orgId: theirs.tenantId },
      query: { limit: 1 },
    })
    expect(await verdict(page({ cursor: foreign.nextCursor ?? '' }))).toBe('400 invalid_cursor')
    expect((await page()).data).toHaveLength(5)
  })

  test('belong to one filter', async () => {
    await putActs(50)
    const { nextCursor = '' } = await page({ limit: 1, act: 'team' })
    expect(await verdict(page({ limit: 1, act: 'team', cursor: nextCursor }))).toBe('accepted')
    expect(await verdict(page({ limit: 1, cursor: nextCursor }))).toBe('400 invalid_cursor')
  })
})

describe('filters', () => {
  const MANY = 7_000
  const wanted: [string, AuditQuery, (entry: AuditEntry) => boolean][] = [
    ['who', { actor_id: ours.ownerId }, (entry) => entry.actor?.id === ours.ownerId],
    ['what', { act: 'team.added' }, (entry) => entry.act === 'team.added'],
    ['area', { act: 'team' }, (entry) => entry.act.startsWith('team.')],
    ['address', { address: '10.0.0.2' }, (entry) => entry.address === '10.0.0.2'],
    ['from', { from: '2026-01-01T00:30:00Z' }, (entry) => entry.at >= '2026-01-01T00:30:00.000000Z'],
    ['to', { to: '2026-01-01T00:05:00+00:00' }, (entry) => entry.at <= '2026-01-01T00:05:00.000000Z'],
    [
      'all of them',
      { actor_id: ours.ownerId, act: 'team', address: '10.0.0.2', from: '2026-01-01T00:01:00Z' },
      (entry) =>
        entry.actor?.id === ours.ownerId &&
        entry.act.startsWith('team.') &&
        entry.address === '10.0.0.2' &&
        entry.at >= '2026-01-01T00:01:00.000000Z',
    ],
  ]
  let everything: AuditEntry[] = []

  beforeAll(async () => {
    await clear()
    await putActs(MANY)
    for (let round = 0; round < 6; round++) await sealBatch(relay)
    everything = (await read({ limit: 200 })).flat()
  })

  test('have sealed and unsealed rows to choose from', () => {
    expect(everything).toHaveLength(MANY)
    expect(everything.filter((entry) => entry.seq === null)).toHaveLength(1_000)
  })

  test.each(wanted)('by %s: exactly those rows, in the same order', async (_, query, isWanted) => {
    const expected = everything.filter(isWanted)
    expect(expected.length).toBeGreaterThan(0)
    expect((await read({ ...query, limit: 200 })).flat()).toEqual(expected)
  })

  test('that meet where there is nothing end after bounded pages', async () => {
    const pages = await read({ address: '10.0.0.1', actor_id: ours.ownerId, act: 'nothing' })
    expect(pages.flat()).toEqual([])
    expect(pages.length).toBeLessThanOrEqual(1 + MANY / 2_000)
  })

  test.each(['Member', 'a.b.c', "x'; drop table members"])('take no act like %s', async (act) => {
    expect(await verdict(page({ act }))).toBe('422 invalid_request')
  })
})

describe('the export', () => {
  const download = async (query = '') => {
    const answer = await visitor.fetch(visitor.origin + fillPath(exportAudit.path, params) + query)
    return { answer, lines: (await answer.text()).split('\r\n').slice(1, -1) }
  }

  test('has every row, is audited, and runs no formulas', async () => {
    await clear()
    await putPending(api.database, ours.tenantId, 1_200)
    await sealBatch(relay)
    await api.database.admin((admin) =>
      admin.query(
        `insert into audit_pending (tenant_id, act, entity_kind, data, device)
         values ($1, 'team.added', 'team', '{"name": "=cmd()"}', '@SUM(1)')`,
        [ours.tenantId],
      ),
    )
    const { answer, lines } = await download()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-ours-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(lines).toHaveLength(1_202)
    expect(lines.filter((line) => line.includes('audit.exported'))).toHaveLength(1)
    const hostile = lines.find((line) => line.includes('=cmd()'))
    expect(hostile).toContain(",'=cmd(),")
    expect(hostile).toContain(",'@SUM(1),")
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@\t\r]/)
  })

  test('takes the same filters', async () => {
    const { lines } = await download('?act=audit.exported')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('"{""filter"":{""act"":""audit.exported""}}"')
  })

  test('names staff of the product as such, who act under no name there', async () => {
    await api.database.admin((admin) =>
      admin.query(
        `insert into audit_pending (tenant_id, act, entity_kind, data)
         values ($1, 'member.role_changed', 'member', '{"staff": true}'), ($1, 'task.started', 'task', '{}')`,
        [ours.tenantId],
      ),
    )
    const { lines } = await download()
    expect(lines.filter((line) => line.includes(',Throughline support,'))).toHaveLength(1)
    expect(lines.find((line) => line.includes(',Throughline support,'))).toContain(',member.role_changed,')
  })
})
