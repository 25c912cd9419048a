import type { ReportView } from '@throughline/contracts/reports'
import { expect, test } from 'vitest'
import { parametersFor, repairOf, viewsIn } from './query-text.ts'

const view = (name: string): ReportView => ({ name, meaning: '', columns: [] })

test('parameters are those outside texts and comments, each once; known ones keep type and value', () => {
  const query = `select '{{no}}', "{{no}}" -- {{no}}\nfrom tasks /* {{no}} */ where a > {{from}} and b = {{ who }} or c = {{from}}`
  const known = { name: 'who', type: 'number', value: '7' } as const
  expect(parametersFor(query, [known], '2026-11-18')).toEqual([
    { name: 'from', type: 'date', value: '2026-11-18' },
    known,
  ])
})

test('a query reads the views after from, join, and a comma, and no names that stand elsewhere', () => {
  const views = ['tasks', 'instances', 'members', 'documents'].map(view)
  const query = `select documents from tasks t join instances i on true, members m where name = 'from documents'`
  expect(viewsIn(query, views).map(({ name }) => name)).toEqual(['tasks', 'instances', 'members'])
})

test('a column that was misspelled is repaired where it stands, and nothing else is', () => {
  const query = 'select t.nam\nfrom tasks t where t.nam <> 1'
  const problem = { message: 'Column t.nam does not exist.', line: 1, column: 8 }
  const hint = 'Perhaps you meant to reference the column "t.name".'
  expect(repairOf(query, { ...problem, hint })).toEqual({
    name: 'name',
    query: 'select t.name\nfrom tasks t where t.nam <> 1',
  })
  expect(repairOf(query, problem)).toBeUndefined()
  expect(repairOf(query, { ...problem, hint, line: 7 })).toBeUndefined()
  expect(repairOf(query, { ...problem, hint, column: 1 })).toBeUndefined()
})
