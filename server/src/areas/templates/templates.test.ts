import { randomUUID } from 'node:crypto'
import { TEMPLATE_CATEGORIES } from '@throughline/contracts/template-lists'
import {
  createTemplate,
  listTemplates,
  removeTemplate,
  restoreTemplate,
  type Template,
  type TemplateSort,
  useTemplate,
} from '@throughline/contracts/templates'
import { getWorkflow } from '@throughline/contracts/workflows'
import { templates as readyMade } from '@throughline/flow/templates'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { purgeTemplates } from './purge-templates.ts'

const api = await sharedApi()
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.member

type Body = Parameters<typeof client<typeof createTemplate>>[1]['body']

const document = (name: string, change: Body = {}): Body => ({
  name,
  prefix: 'OWN',
  steps: [
    { id: 1, name: 'Ask', type: 'manual' },
    { id: 2, name: 'Approve', type: 'approval', approvers: [{ role: 'Manager' }] },
  ],
  ...change,
})
const make = async (name: string, change?: Body) =>
  (await client(createTemplate, { body: document(name, change) })).data
const at = (template: Pick<Template, 'id'>) => ({ params: { templateId: template.id } })

async function listed(sort: TemplateSort, limit = 200, category?: (typeof TEMPLATE_CATEGORIES)[number], as = client) {
  const pages: Template[][] = []
  for (let cursor: string | undefined; ; ) {
    const { data, pagination } = await as(listTemplates, {
      query: { sort, limit, ...(category && { category }), ...(cursor && { cursor }) },
    })
    pages.push(data)
    if (pagination.next_cursor === null) return pages.flat()
    cursor = pagination.next_cursor
  }
}

describe('the list', () => {
  test('carries no more than travels well, and leaves nothing out', async () => {
    const steps = (n: number) =>
      Array.from({ length: 400 }, (_, id) => ({ id, name: `Step ${n}`, type: 'manual', instructions: 'x'.repeat(900) }))
    const large: string[] = []
    for (let n = 0; n < 7; n++) large.push((await make(`Large ${n}`, { steps: steps(n) })).id)
    const first = await client(listTemplates, { query: { sort: 'name', limit: 200 } })
    expect(JSON.stringify(first).length).toBeLessThan(3 * 1024 * 1024)
    expect(first.pagination.next_cursor).not.toBeNull()
    const all = await listed('name')
    expect(all.flatMap(({ id }) => (large.includes(id) ? id : []))).toEqual(large)
    expect(all).toHaveLength(readyMade.length + large.length)
    for (const id of large) await client(removeTemplate, at({ id }))
  })

  test('has the ready-made ones, each in a category that can be filtered by', async () => {
    const all = await listed('name')
    expect(all.map(({ id }) => id).toSorted()).toEqual(readyMade.map(({ id }) => id).toSorted())
    for (const template of all) expect(TEMPLATE_CATEGORIES).toContain(template.type)
    const filtered = await Promise.all(TEMPLATE_CATEGORIES.map((category) => listed('name', 200, category)))
    expect(filtered.flat()).toHaveLength(all.length)
    expect(all[0]).toMatchObject({ own: false, downloads: 0 })
  })

  test.each(['popular', 'name', 'complexity'] as const)(
    'comes in pages without repeats or gaps by %s',
    async (sort) => {
      for (let n = 0; n < 7; n++) {
        const steps = Array.from({ length: n + 1 }, (_, id) => ({ id, name: `Step ${id}`, type: 'manual' }))
        await make(`${sort} ${['Ä', 'm', 'Z'][n % 3]}${n}`, { steps, category: n % 2 ? 'finance' : 'hr' })
      }
      const whole = await listed(sort)
      const inPages = await listed(sort, 4)
      expect(inPages.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
      expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
      const finance = await listed(sort, 3, 'finance')
      expect(finance.map(({ id }) => id)).toEqual(whole.filter(({ type }) => type === 'finance').map(({ id }) => id))
    },
  )

  test('orders by name without case and accents, by number of steps, and by uses', async () => {
    const names = (await listed('name')).map(({ name }) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
    expect(names).toEqual(names.toSorted())
    const steps = (await listed('complexity')).map((template) => template.steps.length)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    const own = await make('Often used')
    for (let n = 0; n < 3; n++) await client(useTemplate, { ...at(own), body: {} })
    for (let n = 0; n < 2; n++) await client(useTemplate, { ...at({ id: 'leave-request' }), body: {} })
    expect((await listed('popular')).slice(0, 2).map(({ name, downloads }) => [name, downloads])).toEqual([
      ['Often used', 3],
      ['Leave request', 2],
    ])
  })

  test('takes its own cursors alone, and shows nothing of another workspace', async () => {
    const { pagination } = await client(listTemplates, { query: { sort: 'popular', limit: 2 } })
    const cursor = pagination.next_cursor ?? ''
    const other = Buffer.from(JSON.stringify(['many', 'x', randomUUID()])).toString('base64url')
    expect(await verdict(client(listTemplates, { query: { sort: 'name', cursor } }))).toBe('400 invalid_cursor')
    expect(await verdict(client(listTemplates, { query: { sort: 'name', cursor: other } }))).toBe('400 invalid_cursor')
    const foreign = await listed('name', 200, undefined, actors.other_admin.client)
    expect(foreign.filter(({ own }) => own)).toEqual([])
    expect(foreign.every(({ downloads }) => downloads === 0)).toBe(true)
  })
})

describe('a template of the workspace', () => {
  test('is made from any accepted spelling of a workflow', async () => {
    const made = await make('Spelled', { tags: ['one', ' two ', 'one'], type: 'finance', flow: 'parallel' })
    expect(made).toMatchObject({ type: 'finance', flow: 'parallel', tags: ['one', 'two'], own: true, start_step: '1' })
    expect(made.steps.map(({ id, next }) => [id, next])).toEqual([
      ['1', ['2']],
      ['2', []],
    ])
    expect(await make('By metadata', { metadata: { category: 'hr', tags: ['x'] } })).toMatchObject({
      type: 'hr',
      tags: ['x'],
    })
  })

  test('needs a name and a step', async () => {
    const refused = async (body: Body) => client(createTemplate, { body }).catch((error: Error) => error.message)
    expect(await refused(document(' '))).toBe('A template needs a name')
    expect(await refused({ name: 'Empty' })).toBe('A template needs at least one step')
    expect(await verdict(make('x'.repeat(121)))).toBe('422 invalid_request')
  })

  test('goes to the trash, comes back, and is deleted for good after thirty days', async () => {
    const [old, young] = [await make('Old'), await make('Young')]
    for (const template of [old, young]) await client(removeTemplate, at(template))
    expect((await listed('name')).map(({ id }) => id)).not.toContain(old.id)
    expect(await verdict(client(removeTemplate, at(old)))).toBe('404 not_found')
    expect(await verdict(client(useTemplate, { ...at(old), body: {} }))).toBe('404 not_found')
    await api.database.admin((admin) =>
      admin.query(`update templates set deleted_at = now() - interval '31 days' where id = $1`, [old.id]),
    )
    expect(await purgeTemplates(api.ctx, { tenantId: theirs.tenantId })).toBe(0)
    expect(await purgeTemplates(api.ctx, { tenantId: ours.tenantId })).toBe(1)
    expect(await verdict(client(restoreTemplate, at(old)))).toBe('404 not_found')
    expect((await client(restoreTemplate, at(young))).data).toEqual(young)
  })

  test('a ready-made one cannot be deleted', async () => {
    expect(await verdict(client(removeTemplate, at({ id: 'leave-request' })))).toBe('409 ready_made')
    expect(await verdict(client(removeTemplate, at({ id: 'no-such' })))).toBe('404 not_found')
    expect(await verdict(client(restoreTemplate, at({ id: 'leave-request' })))).toBe('404 not_found')
  })
})

describe('using a template', () => {
  test.each(readyMade.map(({ id }) => id))('%s becomes a published workflow', async (id) => {
    const body = { name: `From ${id}`, description: 'Made for us', prefix: 'NEW' }
    const { data } = await client(useTemplate, { ...at({ id }), body })
    expect(data).toMatchObject({ name: body.name, description: body.description, current_version: 1, draft: null })
    expect(data.prefix).toMatch(/^NEW/)
    const kept = await client(getWorkflow, { params: { workflowId: data.id } })
    expect(Object.keys(kept.data.steps)).toEqual(Object.keys(readyMade.find((one) => one.id === id)?.steps ?? {}))
  })

  test('has the specification’s words where none are given, and counts once however often it is sent', async () => {
    const own = await make('Counted')
    const call = { ...at(own), body: {} }
    const key = { idempotencyKey: randomUUID() }
    const [one, other] = [await client(useTemplate, call, key), await client(useTemplate, call, key)]
    expect(other.data.id).toBe(one.data.id)
    expect(one.data).toMatchObject({
      name: 'New Workflow from Template',
      description: 'Workflow created from template',
    })
    expect(one.data.prefix).toMatch(/^WF/)
    expect((await listed('name')).find(({ id }) => id === own.id)?.downloads).toBe(1)
    expect(await verdict(client(useTemplate, { ...at({ id: randomUUID() }), body: {} }))).toBe('404 not_found')
  })
})
