import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { SearchAnswer } from '@throughline/contracts/search'
import { FileText } from 'lucide-react'
import { expect, test } from 'vitest'
import { answerOf, fileHit, instanceHit, otherHit, taskHit } from '../../areas/search/testing/open-search.tsx'
import { person } from '../../shared/testing/person.ts'
import { bestMatches } from './best-matches.ts'
import { openFilterIn, withValue } from './filter-values.ts'
import { withLater } from './held-rows.ts'
import { type PaletteItem, paletteGroups } from './palette-items.ts'
import { stillFound, totalText } from './palette-search.ts'

const answer = SearchAnswer.parse(
  answerOf({
    tasks: [
      taskHit(1, 'Approve invoice', {
        match: { source: 'comment', label: '', text: 'from Brightline', ranges: [[5, 15]] },
      }),
    ],
    instances: [{ ...instanceHit(2, 'Brightline Freight'), name_ranges: [[0, 10]] }],
    files: [{ ...fileHit(3, 'Brightline.pdf'), name_ranges: [[0, 10]] }],
    more: [otherHit(4, 'client', 'Client', 'Brightline Freight', '/all-instances?client=4')],
    counts: { tasks: 120 },
  }).body.data,
)
const href = ({ to, search }: { to?: unknown; search?: unknown }) => `${String(to)} ${JSON.stringify(search ?? {})}`

test('names that match come before texts that match, and each row leads to its thing', () => {
  const rows = bestMatches(answer, [], ' brightl ', href)
  expect(rows.map(({ label }) => label)).toEqual([
    'Brightline Freight',
    'Brightline.pdf',
    'Brightline Freight',
    'Approve invoice',
  ])
  expect(rows.find(({ id }) => id.startsWith('task-'))?.note).toBe('from Brightline')
  expect(rows.find(({ id }) => id.startsWith('file-'))?.href).toContain('"q":"brightl"')
  expect(rows.at(2)?.href).toBe('/all-instances?client=4')
})

test('files that this browser knows are there before the server answers, and stand once', () => {
  const local = [{ id: fileHit(3, '').id, name: 'Brightline.pdf', type: 'application/pdf', dataKey: '' }]
  expect(bestMatches(undefined, local, 'bright', href)).toMatchObject([{ label: 'Brightline.pdf', ranges: [[0, 10]] }])
  expect(bestMatches(answer, local, 'bright', href).filter(({ label }) => label === 'Brightline.pdf')).toHaveLength(1)
})

test.each([
  ['new workf', ['Add a workflow']],
  ['workf a', ['Add a workflow']],
  ['dark', ['Use dark theme']],
  ['sign out', ['Log Out']],
  ['orkflow', []],
  ['-', []],
])('commands are found by the beginnings of their words: %s', (typed, labels) => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const none = { files: [], answer: undefined, recent: [], filter: undefined, values: [], help: [] }
  const found = paletteGroups(router, person({ permissions: ['workflows.publish'] }), typed, none)
  expect(found.flatMap(({ items }) => items.map(({ label }) => label))).toEqual(labels)
})

test('while newer words are looked for, only what has them too stays in the list', () => {
  expect(stillFound(answer, 'brightline fre').instances).toHaveLength(1)
  expect(stillFound(answer, 'brightline fre').files).toHaveLength(0)
  expect(stillFound(answer, 'invoice').tasks).toHaveLength(1)
  expect(stillFound(answer, 'nothing').more).toHaveLength(0)
})

test('what is found after a row was chosen comes below, so that the chosen row stays where it is', () => {
  const row = (id: string): PaletteItem => ({ id, label: id, icon: FileText })
  const held = [{ value: 'Go to', items: [row('Tasks')] }]
  const now = [{ value: 'Best matches', items: [row('Letter.pdf')] }, ...held]
  const shown = withLater(held, now)
  expect(shown.map(({ value }) => value)).toEqual(['Go to', 'More results'])
  const later = withLater(shown, [{ value: 'Best matches', items: [row('Letter.pdf'), row('Fees.pdf')] }, ...held])
  expect(later.map(({ items }) => items.map(({ id }) => id))).toEqual([['Tasks'], ['Letter.pdf', 'Fees.pdf']])
})

test('the count says so where not all were counted', () => {
  expect(totalText(answer)).toBe('103+')
})

test.each([
  ['fee is:', { key: 'is', begun: '', before: 'fee ' }],
  ['from:jon', { key: 'from', begun: 'jon', before: '' }],
  ['fee in:"Client On', { key: 'in', begun: 'Client On', before: 'fee ' }],
  ['fee is:open type:pd', { key: 'type', begun: 'pd', before: 'fee is:open ' }],
  ['from:"Jonas Weber" in:', { key: 'in', begun: '', before: 'from:"Jonas Weber" ' }],
  ['fee is:open ', undefined],
  ['fee in:"Client Onboarding"', undefined],
  ['re:invoice', undefined],
])('%s: the filter whose value is typed is known', (words, open) => {
  expect(openFilterIn(words)).toEqual(open)
})

test('a value with blanks is taken in quotes', () => {
  expect(withValue({ key: 'in', begun: 'Cl', before: 'fee ' }, 'Client Onboarding')).toBe('fee in:"Client Onboarding" ')
  expect(withValue({ key: 'is', begun: '', before: '' }, 'open')).toBe('is:open ')
})
