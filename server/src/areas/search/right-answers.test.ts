import { search } from '@throughline/contracts/search'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeMember } from '../../../test/factories.ts'
import { indexAnew, makeReadFile } from '../../../test/indexed.ts'
import { makeInstance } from '../../../test/running-world.ts'
import { SOUGHT, type Sought } from '../../../test/search-queries.ts'
import { STORY_SOUGHT, UNKNOWN_NAMES } from '../../../test/search-story.ts'
import { makeSomeone, unique } from '../../../test/someone.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'

/** On the first page, and first of its group. */
const MIN_FOUND = 0.95
const MIN_FIRST = 0.8

type TaskWorld = Awaited<ReturnType<typeof createTaskWorld>>

const api = await sharedApi()
const worker = workerContext(api.ctx)
const worlds = { work: await createTaskWorld(api), story: await createTaskWorld(api) }

async function make(world: TaskWorld, { kind, name, text = '' }: Sought) {
  const { tenantId } = world.ours
  const describeRow = (table: 'tasks' | 'instances', id: string) =>
    inTenant(worker, { tenantId }, ({ db }) =>
      sql`update ${sql.table(table)} set description = ${text} where tenant_id = ${tenantId} and id = ${id}`.execute(
        db,
      ),
    )
  if (kind === 'task') await describeRow('tasks', await world.task({ name }))
  if (kind === 'instance')
    await describeRow('instances', await makeInstance(worker, tenantId, world.workflow, { name }))
  if (kind === 'file') await makeReadFile(worker, tenantId, { name, text })
  if (kind === 'person') {
    const { personId, email } = await makeSomeone(api.ctx, { username: unique('sought'), name })
    await makeMember(api.ctx, world.ours, { personId, name, email, role: 'member' })
  }
}

const countOf = (things: readonly Sought[]) => things.flatMap(({ queries }) => queries).length

test.each([
  { of: 'a firm’s work', world: worlds.work, things: SOUGHT, least: 150 },
  { of: 'the story of the seed', world: worlds.story, things: STORY_SOUGHT, least: 80 },
])(
  'of the searches in $of nearly all find what they mean on the first page, and most find it first',
  async ({ world, things, least }) => {
    for (const sought of things) await make(world, sought)
    await indexAnew(worker, world.ours.tenantId)
    const missed: string[] = []
    const later: string[] = []
    const asked = countOf(things)
    for (const { kind, name, queries } of things) {
      for (const q of queries) {
        const { data } = await world.actors.member.client(search, { query: { q } })
        const groups = { task: data.tasks, instance: data.instances, file: data.files, person: data.more }
        const place = groups[kind].findIndex((hit) => hit.name === name)
        if (place < 0) missed.push(`${q} → ${name}`)
        else if (place > 0) later.push(`${q} → ${name} (${place + 1}.)`)
      }
    }
    expect(asked).toBeGreaterThanOrEqual(least)
    expect(1 - missed.length / asked, missed.join('\n')).toBeGreaterThanOrEqual(MIN_FOUND)
    expect(1 - (missed.length + later.length) / asked, later.join('\n')).toBeGreaterThanOrEqual(MIN_FIRST)
  },
)

test('every searched thing of the story is in it', () => {
  expect(UNKNOWN_NAMES).toEqual([])
})
