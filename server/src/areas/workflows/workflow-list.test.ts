import type { Query } from '@throughline/contracts/endpoint'
import * as workflows from '@throughline/contracts/workflows'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../test/api.ts'
import { verdict } from '../../../test/verdict.ts'
import { at, make, renamed } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { actors } = await createWorld(api)
const { client } = actors.manager

const NAMES = [
  'Émile’s invoices',
  'Archive me',
  'Big invoice approval',
  'Contract review',
  'big Invoice invoice',
  'Zoo',
]
const made: workflows.Workflow[] = []
beforeAll(async () => {
  for (const [place, name] of NAMES.entries()) made.push(await make(client, { name, prefix: `L${'ABCDEF'[place]}` }))
  for (const place of [1, 4]) {
    const one = made[place]
    if (one) await client(workflows.setWorkflowStatus, { ...at(one), body: { status: 'archived' } })
  }
})

type WorkflowListQuery = Partial<Query<typeof workflows.listWorkflows>>
/** All names of all pages, and the count that the first told. */
async function listed(query: WorkflowListQuery, limit = 2) {
  const names: string[] = []
  let cursor: string | undefined
  let count: number | null | undefined
  do {
    const page = await client(workflows.listWorkflows, { query: { limit, ...query, ...(cursor ? { cursor } : {}) } })
    names.push(...page.data.map(({ name }) => name))
    count ??= page.count
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor)
  return { names, count: count ?? null }
}

const BY_NAME = [
  'Archive me',
  'Big invoice approval',
  'big Invoice invoice',
  'Contract review',
  'Émile’s invoices',
  'Zoo',
]

describe('the list', () => {
  test('comes in pages without repeats or gaps, in each order, with both states merged', async () => {
    expect(await listed({ sort: 'name' })).toEqual({ names: BY_NAME, count: 6 })
    expect((await listed({ sort: 'created' })).names).toEqual(NAMES.toReversed())
    expect((await listed({ sort: 'updated' })).names).toEqual(NAMES.toReversed())
  })

  test('is filtered by state', async () => {
    expect(await listed({ status: 'archived', sort: 'name' })).toEqual({
      names: ['Archive me', 'big Invoice invoice'],
      count: 2,
    })
    expect((await listed({ status: 'active' })).count).toBe(4)
  })

  test('has what was saved last in front; autosaves leave it where it is', async () => {
    const [first] = made
    if (!first) throw new Error('nothing was made')
    const body = { ...renamed(first, 'ask', 'Later'), base_version: 1 }
    const { data } = await client(workflows.saveWorkflow, { ...at(first), body })
    expect((await listed({ sort: 'updated' })).names[0]).toBe('Émile’s invoices')
    expect(data.updated_at > first.updated_at).toBe(true)
  })

  test('answers in both spellings of its address, once each, with what starts them', async () => {
    const { visitor } = actors.viewer
    const response = await visitor.fetch(`${visitor.origin}/v1/workflows?latest_only=true&triggers=true&sort=name`)
    const { data } = z.parse(workflows.listWorkflows.response, await response.json())
    expect(data.map(({ name }) => name)).toEqual(BY_NAME)
    expect(data[0]?.triggers).toEqual({ form_submissions: [] })
    const one = await visitor.fetch(`${visitor.origin}/v1/workflows/${made[0]?.id}`)
    expect(one.status).toBe(200)
  })

  test('takes its own cursors alone', async () => {
    const query = { limit: 1, sort: 'updated' as const }
    const cursor = (await client(workflows.listWorkflows, { query })).pagination.next_cursor ?? ''
    const other = client(workflows.listWorkflows, { query: { sort: 'name', cursor } })
    expect(await verdict(other)).toBe('400 invalid_cursor')
  })
})

describe('a search', () => {
  test('finds the beginning of a word or of the prefix, without case and accents, each once', async () => {
    const found = async (search: string, more: WorkflowListQuery = {}) => (await listed({ search, ...more })).names
    expect((await found('INVO')).toSorted()).toEqual(
      ['Big invoice approval', 'big Invoice invoice', 'Émile’s invoices'].toSorted(),
    )
    expect(await found('emile')).toEqual(['Émile’s invoices'])
    expect(await found('invoice app')).toEqual(['Big invoice approval'])
    expect(await found('ld')).toEqual(['Contract review'])
    expect(await found('voice')).toEqual([])
    expect(await found('inv', { status: 'archived' })).toEqual(['big Invoice invoice'])
    expect((await listed({ search: 'inv' })).count).toBeNull()
  })

  test('follows a new name', async () => {
    const renamedOne = await make(client, { name: 'Oldname', prefix: 'NN' })
    const body = { ...renamed(renamedOne, 'ask', 'x'), name: 'Newname', base_version: 1 }
    await client(workflows.saveWorkflow, { ...at(renamedOne), body })
    expect((await listed({ search: 'oldname' })).names).toEqual([])
    expect((await listed({ search: 'newname' })).names).toEqual(['Newname'])
  })

  test('knows words in any script', async () => {
    for (const [place, name] of ['طلب شراء جديد', 'Заявка на отпуск', 'Kundebesøg Østergade'].entries()) {
      await make(client, { name, prefix: `S${'ABC'[place]}` })
    }
    for (const search of ['طلب', 'شراء', 'отп', 'øst']) expect((await listed({ search })).names).toHaveLength(1)
    expect((await listed({ search: 'g Ø' })).names).toEqual([])
  })
})
