import { addInstanceComment, addTaskComment, removeComment } from '@throughline/contracts/comments'
import type { Input, Output } from '@throughline/contracts/endpoint'
import { CommentId, DocumentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import { search, searchHits } from '@throughline/contracts/search'
import { completeTask, draftTask } from '@throughline/contracts/task-acts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { indexAnew, indexChanges, makeReadFile } from '../../../test/indexed.ts'
import { makeInstance } from '../../../test/running-world.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { findSession } from '../../core/http/session.ts'
import { dropDocuments } from '../documents/documents.public.ts'
import type { Kind, OtherRow } from './kinds/kind.ts'
import { among } from './kinds/kind.ts'
import { KINDS } from './kinds/kinds.ts'
import { searchAll } from './search.service.ts'

const api = await sharedApi()
const { ctx } = api
const worker = workerContext(ctx)
const world = await createTaskWorld(api)
const { ours, actors, maya } = world
const { tenantId } = ours

const find = async (q: string, { client } = actors.member, more: object = {}) =>
  (await client(search, { query: { q, ...more } })).data
type Answer = Awaited<ReturnType<typeof find>>
const namesIn = ({ tasks, instances, workflows, files, more }: Answer) =>
  [...tasks, ...instances, ...workflows, ...files, ...more].map(({ name }) => name)
const names = async (q: string, by = actors.member) => namesIn(await find(q, by))

const taskNamed = (name: string) => world.task({ name, assignedTo: maya.id })
const say = (taskId: string, content: string) =>
  actors.member.client(addTaskComment, { params: { taskId: TaskId.parse(taskId) }, body: { content } })

describe('a task is found', () => {
  test('by words of its name, their beginnings and other forms, and by its number', async () => {
    const id = await taskNamed('Review quarterly forecasts')
    await indexAnew(worker, tenantId)
    const { tasks } = await find('forecast')
    expect(tasks.map((task) => task.id)).toEqual([id])
    expect(await names('QUARTERLY reviewing')).toEqual(['Review quarterly forecasts'])
    expect(await names('quart')).toEqual(['Review quarterly forecasts'])
    expect(await names('the forecast of a quarter')).toEqual(['Review quarterly forecasts'])
    const key = tasks[0]?.key ?? ''
    expect((await find(key)).tasks[0]?.id).toBe(id)
    expect((await find(key.replaceAll('-', ''))).tasks[0]?.id).toBe(id)
  })

  test('by what was said on it, and says so; no longer once that is removed', async () => {
    const id = await taskNamed('Call the broker')
    const comment = await say(id, 'They prefer the zeppelin hangar at noon')
    await indexChanges(worker, tenantId)
    const [found] = (await find('zeppelin')).tasks
    expect(found).toMatchObject({ id, name: 'Call the broker', name_ranges: [], match: { source: 'comment' } })
    const { text, ranges } = found?.match ?? { text: '', ranges: [] }
    expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(['zeppelin'])
    await actors.member.client(removeComment, { params: { commentId: CommentId.parse(comment.id) } })
    await indexChanges(worker, tenantId)
    expect(await names('zeppelin')).toEqual([])
  })

  test('by its answers, and by umlauts written either way', async () => {
    const id = await taskNamed('Angebot an Müller')
    await inTenant(ctx, { tenantId }, async (tx) => {
      const answers = { price: 12500.5, note: 'Lieferung nach Zürich, Rechnungen folgen' }
      await tx.db
        .insertInto('task_answers')
        .values({ tenant_id: tenantId, task_id: id, answers: JSON.stringify(answers) })
        .execute()
      tx.index('task', id)
    })
    await indexChanges(worker, tenantId)
    for (const q of ['müller', 'mueller', 'muller', 'zuerich', 'rechnung', '12500', '12500.5 müller'])
      expect(await names(q), q).toEqual(['Angebot an Müller'])
    expect((await find('Lieferung')).tasks[0]?.match.source).toBe('answer')
  })

  test('with one wrong letter, and says what was probably meant', async () => {
    await taskNamed('Negotiate warehouse lease')
    await indexAnew(worker, tenantId)
    const answer = await find('warehuose')
    expect(namesIn(answer)).toEqual(['Negotiate warehouse lease'])
    expect(answer).toMatchObject({ similar: true, suggestions: ['warehouse'] })
  })

  test('by phrases in their order only, and not by what is excluded', async () => {
    await taskNamed('Payment terms of Ostrava')
    await taskNamed('Terms and payment of Ostrava')
    await indexAnew(worker, tenantId)
    expect(await names('"payment terms" ostrava')).toEqual(['Payment terms of Ostrava'])
    expect((await names('ostrava -and')).sort()).toEqual(['Payment terms of Ostrava'])
    expect(await names('"terms payment"')).toEqual([])
  })
})

test('filters narrow what is found, alone and with words; those that mean nothing here are named', async () => {
  const mine = await world.task({ name: 'Ship the lanterns', assignedTo: maya.id })
  await world.task({ name: 'Ship the ladders', status: 'completed', assignedTo: maya.id })
  await indexAnew(worker, tenantId)
  expect((await names('ship is:open')).sort()).toEqual(['Ship the lanterns'])
  expect(await names('ship is:done')).toEqual(['Ship the ladders'])
  expect(await names('ship from:"Maya Okafor" is:open')).toEqual(['Ship the lanterns'])
  expect(await names('ship is:mine', maya)).toHaveLength(2)
  expect(await names('ship is:mine')).toEqual([])
  expect(await names('ship type:file')).toEqual([])
  expect(await names('ship before:2001')).toEqual([])
  expect((await find('is:open type:task', maya)).tasks.map(({ id }) => id)).toContain(mine)
  expect(await find('ship from:nobody-here is:nonsense')).toMatchObject({
    ignored: ['from:nobody-here', 'is:nonsense'],
    counts: { tasks: { n: 2, more: false } },
  })
  expect(await find('')).toMatchObject({ tasks: [], counts: { tasks: { n: 0, more: false } } })
})

describe('a file', () => {
  test('is found by its text, which says on which page', async () => {
    const filler = 'nothing of interest here. '.repeat(300)
    const text = [`${filler} begin`, filler, `${filler} the indemnity of Kestrel & Sons`, filler].join('\f')
    const id = DocumentId.parse(await makeReadFile(ctx, tenantId, { name: 'Contract-KS_2026.pdf', text }))
    await indexAnew(worker, tenantId)
    const { files, counts } = await find('kestrel indemnities')
    expect(files).toMatchObject([{ id, name: 'Contract-KS_2026.pdf', type: 'application/pdf' }])
    expect(counts.files).toEqual({ n: 1, more: false })
    expect((await find('contractks')).files).toHaveLength(1)
    const { data } = await actors.member.client(searchHits, { query: { q: 'kestrel indemnities', ids: id } })
    expect(data).toMatchObject([{ id, page: 3 }])
    const marked = data.flatMap(({ text, ranges }) => ranges.map(([from, to]) => text.slice(from, to)))
    expect(marked).toEqual(['indemnity', 'Kestrel'])
    expect((await actors.other_admin.client(searchHits, { query: { q: 'kestrel', ids: id } })).data).toEqual([])
  })

  test('of half a megabyte is found by its last words; deleted forever, it is found no more from that commit on', async () => {
    const long = `${'words that stand in every report '.repeat(20_000)} zebrafinch`
    const id = await makeReadFile(ctx, tenantId, { name: 'Everything.pdf', text: long })
    await indexAnew(worker, tenantId)
    expect((await find('everything zebrafinch')).files).toHaveLength(1)
    await inTenant(ctx, { tenantId }, async ({ db }) => void (await dropDocuments(db, tenantId, [id])))
    const { rows } = await api.database.admin((db) => db.query('select from search_entries where entity_id = $1', [id]))
    expect(rows).toEqual([])
  })
})

test('a phrase is found, with its page, where it runs over the end of a part, and so is a word', async () => {
  const [phrase, before, behind] = ['the amber quokka of Tallinn', 'y '.repeat(8_187), 'z '.repeat(122_866)]
  const text = `${before}${phrase} ${behind}${phrase} the end`
  // Both of its places lie over the end of a part, the second one over that of an entry as well.
  expect([16_384, 262_144].map((end) => text.slice(end - 10, end + 17))).toEqual([phrase, phrase])
  const id = DocumentId.parse(await makeReadFile(ctx, tenantId, { name: 'Fauna.pdf', text }))
  await indexAnew(worker, tenantId)
  for (const q of ['"amber quokka of tallinn"', 'quokka', '"quokka of tallinn the end"'])
    expect((await find(q)).files, q).toMatchObject([{ id }])
  const { data } = await actors.member.client(searchHits, { query: { q: '"amber quokka of tallinn"', ids: id } })
  expect(data).toMatchObject([{ id, page: 1, pages: [{ page: 1, count: 2 }] }])
  expect(data.map(({ text: said, ranges: [[from, to] = [0, 0]] }) => said.slice(from, to))).toEqual([
    'amber quokka of Tallinn',
  ])
})

test('unsent answers are found by the person who wrote them, until they are sent', async () => {
  const id = TaskId.parse(await taskNamed('Order the ballast'))
  await maya.client(draftTask, {
    params: { taskId: id },
    body: { answers: { amount: 400, why: 'forty crates of xylophones' } },
  })
  await indexChanges(worker, tenantId)
  const found = async (q: string, by = actors.member) => (await find(q, by)).more
  expect(await found('xylophones', maya)).toMatchObject([
    { kind: 'draft', label: 'Draft', name: 'Order the ballast', path: `/tasks/${id}`, match: { source: 'answer' } },
  ])
  expect(await found('ballast type:draft', maya)).toHaveLength(1)
  for (const by of [actors.member, actors.admin]) {
    expect(await find('xylophones', by)).toEqual(await find('qwxzvbn', by))
    expect(await found('ballast type:draft', by)).toEqual([])
  }
  await maya.client(completeTask, { params: { taskId: id }, body: { answers: { amount: 7 } } })
  expect(await find('xylophones', maya)).toEqual(await find('qwxzvbn', maya))
})

test('messages are found by the person whose inbox they are in', async () => {
  const id = await taskNamed('Prepare the gazebo')
  await say(id, `@[Maya Okafor](${maya.id}) bring the trombone`)
  await indexChanges(worker, tenantId)
  const kinds = async (by = actors.member) => (await find('trombone type:message', by)).more.map(({ kind }) => kind)
  expect(await kinds(maya)).toEqual(['message'])
  expect(await kinds()).toEqual([])
  expect(await kinds(actors.admin)).toEqual([])
})

test('people and clients are found for whoever may see them, other tenants’ never', async () => {
  await indexAnew(worker, tenantId)
  expect((await find('okafor')).more).toMatchObject([{ kind: 'person', label: 'Person', name: 'Maya Okafor' }])
  expect(await names('okafor', actors.other_admin)).toEqual([])
})

test('what is in the trash is not found, even before the index knows', async () => {
  const instance = await makeInstance(ctx, tenantId, world.workflow, {
    name: 'Salvage of the Corona',
    startedBy: ours.ownerId,
  })
  await actors.member.client(addInstanceComment, {
    params: { instanceId: InstanceId.parse(instance) },
    body: { content: 'bring sextants' },
  })
  await indexAnew(worker, tenantId)
  expect((await find('sextant')).instances).toMatchObject([
    { name: 'Salvage of the Corona', match: { source: 'comment' } },
  ])
  await inTenant(ctx, { tenantId }, ({ db }) =>
    db
      .updateTable('instances')
      .set({ deleted_at: new Date() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', instance)
      .execute(),
  )
  expect(await find('sextant')).toEqual(await find('qwxzvbn'))
})

test('a group is read page by page, and each thing comes once', async () => {
  for (let n = 0; n < 7; n++) await taskNamed(`Inspect silo ${n}`)
  await indexAnew(worker, tenantId)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: Input<typeof search>['query'] = { q: 'silo', kind: 'tasks', limit: 3, ...(cursor && { cursor }) }
    const page: Output<typeof search> = await actors.member.client(search, { query })
    expect(page.data.counts.tasks).toEqual({ n: 7, more: false })
    seen.push(...page.data.tasks.map(({ id }) => id))
    cursor = page.pagination.next_cursor
  } while (cursor)
  expect(seen).toHaveLength(7)
  expect(new Set(seen).size).toBe(7)
})

test('by what changed last, on request, page by page', async () => {
  const ids = []
  for (const name of ['Paint pergola', 'Pergola', 'Sand the pergola']) ids.push(await taskNamed(name))
  await indexAnew(worker, tenantId)
  const change = (id: string | undefined, days: number) =>
    inTenant(ctx, { tenantId }, ({ db }) =>
      sql`update tasks set updated_at = now() + make_interval(days => ${days}) where tenant_id = ${tenantId} and id = ${id}`.execute(
        db,
      ),
    )
  for (const [n, id] of ids.entries()) await change(id, [2, 1, 3][n] ?? 0)
  expect(await names('pergola')).toEqual(['Pergola', 'Sand the pergola', 'Paint pergola'])
  const newest = { sort: 'newest', kind: 'tasks', limit: 2 } as const
  const { data, pagination } = await actors.member.client(search, { query: { q: 'pergola', ...newest } })
  expect(namesIn(data)).toEqual(['Sand the pergola', 'Paint pergola'])
  const rest = await find('pergola', actors.member, { ...newest, cursor: pagination.next_cursor })
  expect(namesIn(rest)).toEqual(['Pergola'])
})

test('a further kind is one entry in the table: it is indexed, found and counted', async () => {
  const teams = ({ db }: ReadTx, ids: readonly string[]) =>
    db
      .selectFrom('teams')
      .select(['id', 'name'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', among(ids))
      .execute()
  const teamKind: Kind = {
    name: 'team',
    letter: 'x',
    group: 'more',
    types: ['team'],
    permission: 'members.read',
    table: 'teams',
    alias: 'x',
    changed: 'created_at',
    read: async (tx, ids) =>
      (await teams(tx, ids)).map(({ id, name }) => ({ id, title: name, sections: [], changedAt: new Date() })),
    conditions: () => [sql<boolean>`x.deleted_at is null`],
    hits: async (tx, _viewer, ids) =>
      (await teams(tx, ids)).map(
        ({ id, name }): OtherRow => ({
          kind: 'team',
          id,
          label: 'Team',
          name,
          context: '',
          path: '/teams',
          updated_at: '',
        }),
      ),
  }
  const kinds = [...KINDS, teamKind]
  expect(new Set(kinds.map(({ letter }) => letter)).size).toBe(kinds.length)
  await indexAnew(worker, tenantId, kinds)
  const { cookies, origin } = actors.member.visitor
  const viewer = await findSession(ctx, cookies.get('__Host-session') ?? '', new URL(origin).host)
  if (!viewer) throw new Error('nobody is signed in')
  const { data } = await searchAll(ctx, viewer, { q: 'our team', sort: 'best', limit: 10 }, kinds)
  expect(data.more).toMatchObject([{ kind: 'team', name: 'Our team' }])
  expect(data.counts.more).toEqual({ n: 1, more: false })
  await indexAnew(worker, tenantId)
  expect((await searchAll(ctx, viewer, { q: 'our team', sort: 'best', limit: 10 })).data.more).toEqual([])
})
