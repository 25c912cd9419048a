import { afterAll, describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { plansBehind } from '../../../test/plans-behind.ts'
import { readingsOf } from '../../../test/readings-of.ts'
import { expectHidden, KINDS, limitedWorld, VIEWER_NAMES } from '../../../test/visibility/limited-world.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { listedClients } from './clients.service.ts'

const api = await sharedApi()
const { ctx, database } = api
const world = await limitedWorld(api)
const { tenantId } = world.tenant
const direct = await connectAs('tl_api', database.name)
afterAll(() => direct.end())

const put = (text: string, values: unknown[] = []) =>
  database.admin((admin) => admin.query<{ id: string }>(text, [tenantId, ...values]))
const client = async (name: string) =>
  (await put('insert into clients (tenant_id, name) values ($1, $2) returning id', [name])).rows[0]?.id ?? ''

/** What everybody is offered, page by page, with the cursors in between. */
async function offered(viewer: Viewer, search?: string, limit = 50) {
  const names: string[] = []
  const cursors: string[] = []
  let cursor: string | undefined
  do {
    const { data, pagination } = await listedClients(ctx, viewer, { cursor, limit, search })
    names.push(...data.map(({ name }) => name))
    cursor = pagination.next_cursor ?? undefined
    if (cursor) cursors.push(readingsOf(cursor))
  } while (cursor)
  return { names, cursors: cursors.join() }
}

describe('customers are offered to those who see something of theirs', () => {
  test('by an instance', async () => {
    const ofKind = new Map<string, string>()
    for (const kind of KINDS) {
      ofKind.set(`By ${kind}`, world.instances[kind])
      await put('update instances set client_id = $2 where tenant_id = $1 and id = $3', [
        await client(`By ${kind}`),
        world.instances[kind],
      ])
    }
    await expectHidden(world, async (viewer) => {
      const { names } = await offered(viewer, 'by')
      return names.map((name) => ofKind.get(name) ?? '')
    })
  })

  test('by a file', async () => {
    const ofKind = new Map<string, string>()
    for (const kind of KINDS) {
      ofKind.set(`File ${kind}`, world.instances[kind])
      await put(
        `insert into documents (tenant_id, name, size, media_type, client_id, client_key, workflow_id, instance_id, narrowed)
         select $1, 'a.txt', 1, 'text/plain', $2, app.fold($3), workflow_id, id, narrowed from instances where tenant_id = $1 and id = $4`,
        [await client(`File ${kind}`), `File ${kind}`, world.instances[kind]],
      )
    }
    await expectHidden(world, async (viewer) => {
      const { names } = await offered(viewer, 'file')
      return names.map((name) => ofKind.get(name) ?? '')
    })
  })

  test('not by what lies in the trash, nor where nothing is theirs', async () => {
    const gone = await client('Gone')
    await client('Nobody’s')
    await put(`insert into instances (tenant_id, workflow_id, client_id, deleted_at) values ($1, $2, $3, now())`, [
      world.workflows.open,
      gone,
    ])
    for (const name of VIEWER_NAMES) {
      const { names } = await offered(world.viewers[name])
      expect(names).not.toContain('Gone')
      expect(names).not.toContain('Nobody’s')
    }
  })

  test('however many hidden ones stand between two names, which no cursor tells either', async () => {
    const hide = (name: string, count: number) =>
      put(
        `with made as (insert into clients (tenant_id, name) select $1, $2 || n from generate_series(1, $3::int) n returning id)
         insert into instances (tenant_id, workflow_id, client_id) select $1, $4, id from made`,
        [name, count, world.workflows.of_person],
      )
    await hide('Many between ', 450)
    for (const name of ['Many a', 'Many z'])
      await put('insert into instances (tenant_id, workflow_id, client_id) values ($1, $2, $3)', [
        world.workflows.open,
        await client(name),
      ])
    const { names, cursors } = await offered(world.viewers.outsider, 'many', 1)
    expect(names).toEqual(['Many a', 'Many z'])
    for (const name of ['many a', 'between']) expect(cursors).not.toContain(name)
  })

  test('at a cost that does not grow with what a customer has', async () => {
    const large = await client('Large')
    await put(
      `insert into instances (tenant_id, workflow_id, client_id) select $1, $2, $3 from generate_series(1, 3000)`,
      [world.workflows.of_person, large],
    )
    const viewer = world.viewers.outsider
    const plans = await plansBehind(direct, ctx, viewer, (held) =>
      listedClients(held, viewer, { cursor: undefined, limit: 20, search: 'large' }),
    )
    for (const { read, text } of plans) expect(read, text).toBeLessThan(250)
  })
})
