import { expect, test } from 'vitest'
import { filtersIn, listFilterOf, orderOf } from './files-filter.ts'
import { filesSearch } from './files-search.ts'

const ID = '0198f3a0-0000-7000-8000-000000000001'

test('the address says what is known, anything else is left out', () => {
  expect(filesSearch({ view: 'map', workflow: ID, file: ID, q: 2026, trash: 'true' })).toEqual({
    view: 'map',
    workflow: ID,
    file: ID,
    q: '2026',
    trash: true,
  })
  expect(filesSearch({ view: 'grid', workflow: 'x', status: 'open', file: '../', q: ' ' })).toEqual({})
})

test('filters are counted, places are not', () => {
  expect(filtersIn(filesSearch({ status: 'review', q: 'a', workflow: ID, shelf: 'mine', sort: 'name' }))).toBe(2)
})

test('names come from A, moments from the newest; trash and timeline have orders of their own', () => {
  expect(orderOf({})).toBe('desc')
  expect(orderOf({ sort: 'client' })).toBe('asc')
  expect(orderOf({ sort: 'client', order: 'desc' })).toBe('desc')
  expect(listFilterOf({ sort: 'name' }, 'timeline')).toMatchObject({ sort: 'created' })
  expect(listFilterOf({ trash: true, sort: 'name' }, 'list')).not.toHaveProperty('sort')
})
