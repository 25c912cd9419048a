import { fireEvent, waitFor, within } from '@testing-library/react'
import { DocumentId } from '@throughline/contracts/ids'
import { TraceEntry, type Turn } from '@throughline/contracts/instance-acts'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { replaceProperty } from '../../../shared/testing/replace-property.ts'
import { ADDRESS, answer, CALL, jonas, MERIDIAN, maya, meridian, openInstance } from '../testing/open-instance.tsx'
import { byDay } from './trace-table.tsx'
import { mainEntry, noteOf, resultOf, startOrigin, whatHappened } from './trace-text.ts'

const of = (filter: string) => `GET /v1/instances/${MERIDIAN}/trace/?filter=${filter}&limit=50`

const entry = (kind: TraceEntry['kind'], name: string, more: Partial<TraceEntry> = {}): TraceEntry =>
  TraceEntry.parse({
    kind,
    step: 's1',
    name,
    type: 'manual',
    item: null,
    task_id: null,
    by: null,
    tool: null,
    outcome: null,
    text: null,
    open_for: null,
    next: [],
    inputs: [],
    results: [],
    effect: null,
    ...more,
  })
const quote = { id: DocumentId.parse('0198f3a0-0000-7000-8000-000000000801'), name: 'quote.pdf' }

const turn = (seq: number, at: string, ...entries: TraceEntry[]): Turn => ({
  seq,
  at,
  took: 40,
  entries,
  people: [],
  files: [],
})

const failure = entry('failed', 'Provision client portal', {
  tool: 'Portal API',
  open_for: 92_000,
  text: 'The portal refused: all 25 seats are in use.',
  inputs: [{ name: 'seats', value: 2, size: null }],
  results: [{ name: 'status', value: 409, size: null }],
  effect: {
    key: 'ONB-142:portal:1',
    state: 'failed',
    honours_keys: true,
    attempts: [
      { at: '2026-11-12T09:12:06Z', took: 30_000, problem: 'No answer within 30 seconds' },
      { at: '2026-11-12T09:12:46Z', took: 1_800, problem: 'Refused (409)' },
    ],
  },
})
const turns = [
  turn(17, '2026-11-12T10:02:11Z', entry('decided', 'Countersign', { by: jonas, outcome: 'approve' })),
  turn(16, '2026-11-12T09:13:38Z', failure),
  turn(1, '2026-11-03T09:02:04Z', entry('started', '', { by: maya }), entry('opened', 'A'), entry('opened', 'B')),
]
const page = (data: readonly Turn[], next: string | null = null) => ({
  body: { data, total: 17, failures: 1, time_zone: 'Europe/London', pagination: { next_cursor: next } },
})
const open = (answers: Parameters<typeof openInstance>[1]) =>
  openInstance(`${ADDRESS}?tab=trace`, { [CALL]: answer(meridian()), ...answers })

test('newest first by day, told by who or what, with the zone named once', async () => {
  const view = open({ [of('all')]: page(turns) })
  const table = await view.findByRole('table', { name: 'Trace' })
  expect(view.getByText('17 turns, newest first. Times in Europe/London.')).toBeTruthy()
  const rows = within(table).getAllByRole('row')
  const texts = rows.map(({ textContent }) => textContent)
  expect(texts.some((text) => text?.includes('Countersign: approved') && text.includes('Jonas Weber'))).toBe(true)
  expect(texts.some((text) => text?.includes('Started by Maya Okafor') && text.includes('2 branches opened'))).toBe(
    true,
  )
  expect(within(table).getByRole('rowheader', { name: 'Nov 3, 2026' })).toBeTruthy()
})

test('a failure is open on arrival: its words, inputs, result, attempts with waits, and the key', async () => {
  const view = open({ [of('all')]: page(turns) })
  expect(await view.findByRole('heading', { name: 'The portal refused: all 25 seats are in use.' })).toBeTruthy()
  expect(view.getByRole('button', { name: 'Turn 16, details' }).getAttribute('aria-expanded')).toBe('true')
  expect(view.getByRole('button', { name: 'Turn 17, details' }).getAttribute('aria-expanded')).toBe('false')
  expect(view.getByRole('region', { name: 'Inputs' }).textContent).toContain('"seats": 2')
  expect(view.getByText('1 retry')).toBeTruthy()
  expect(view.getByText('waited 10 seconds')).toBeTruthy()
  expect(view.getByText('Key ONB-142:portal:1')).toBeTruthy()
  expect(view.getByText('not sent')).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Turn 16, details' }))
  expect(view.queryByRole('region', { name: 'Inputs' })).toBeNull()
})

test('what is open stays so when further turns arrive, and nothing else opens', async () => {
  const view = open({ [of('all')]: page(turns) })
  fireEvent.click(await view.findByRole('button', { name: 'Turn 1, details' }))
  view.server.change(of('all'), page([turn(18, '2026-11-12T11:00:00Z', failure), ...turns]))
  await view.queries.invalidateQueries()
  const fresh = await view.findByRole('button', { name: 'Turn 18, details' })
  expect(fresh.getAttribute('aria-expanded')).toBe('false')
  expect(view.getByRole('button', { name: 'Turn 1, details' }).getAttribute('aria-expanded')).toBe('true')
})

test('filters ask the server; a page that is empty but not the last leads to the next', async () => {
  const second = of('errors').replace('limit=50', 'limit=50&cursor=more')
  const view = open({
    [of('all')]: page(turns),
    [of('people')]: page([]),
    [of('errors')]: page([], 'more'),
    [second]: page([turn(16, '2026-11-12T09:13:38Z', failure)]),
  })
  fireEvent.click(await view.findByRole('radio', { name: 'People' }))
  expect(await view.findByText('No one has done anything yet')).toBeTruthy()
  fireEvent.click(view.getByRole('radio', { name: 'Errors 1' }))
  expect(await view.findByRole('button', { name: 'Turn 16, details' })).toBeTruthy()
})

test('what could not be loaded can be asked for again', async () => {
  const view = open({ [of('all')]: refusal(500, 'fault', 'x') })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load the trace')
  view.server.change(of('all'), page(turns))
  fireEvent.click(view.getByRole('button', { name: 'Retry' }))
  expect(await view.findByRole('table', { name: 'Trace' })).toBeTruthy()
})

test('the export has every turn, also those not scrolled to', async () => {
  const saved: Blob[] = []
  const createObjectURL = (blob: Blob) => {
    saved.push(blob)
    return 'blob:x'
  }
  replaceProperty(URL, 'createObjectURL', { value: createObjectURL })
  replaceProperty(URL, 'revokeObjectURL', { value: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const rest = of('all').replace('limit=50', 'limit=50&cursor=more')
  const view = open({ [of('all')]: page(turns.slice(0, 2), 'more'), [rest]: page(turns.slice(2)) })
  fireEvent.click(await view.findByRole('button', { name: 'Export' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toHaveLength(3)
})

test('the engine’s own words are told as people would', () => {
  const changes = entry('decided', 'Countersign', {
    by: jonas,
    outcome: 'changes',
    text: 'Old rate',
    next: ['Agree fees'],
  })
  const sentBack = turn(13, '2026-11-10T11:28:19Z', entry('returned', 'Print', { text: 'returned' }), changes)
  expect(mainEntry(sentBack)).toBe(changes)
  expect(whatHappened(changes).after).toBe(': changes requested')
  expect(resultOf(changes, sentBack)).toBe('Sent back to Agree fees')
  expect(noteOf(entry('closed', 'Print', { text: 'sibling' }))).toBe('Another branch was chosen.')
})

test('days are those of the zone', () => {
  const late = turn(2, '2026-11-11T23:30:00Z')
  const now = Date.parse('2026-11-12T10:00:00Z')
  expect(byDay([late], 'Pacific/Auckland', now)[0]?.day).toBe('2026-11-12')
  expect(byDay([late], 'Europe/London', now)[0]?.label).toBe('Yesterday')
})

test('people and files in a value are called by name, and a cut value says how long the whole is', async () => {
  const crew = entry('completed', 'Sign up', {
    by: maya,
    results: [
      { name: 'crew', value: [maya.id, jonas.id], size: null },
      { name: 'letter', value: 'Dear all', size: 48_312 },
      { name: 'quote', value: [quote.id], size: null },
    ],
  })
  const told = { ...turn(4, '2026-11-12T10:02:11Z', crew), people: [maya, jonas], files: [quote] }
  const view = open({ [of('all')]: page([told]) })
  expect(await view.findByText('crew ["Maya Okafor","Jonas Weber"]')).toBeTruthy()
  fireEvent.click(view.getByText('Sign up'))
  const results = view.getByRole('region', { name: 'Result' }).textContent
  expect(results).toContain('"Maya Okafor"')
  expect(results).not.toContain(maya.id)
  expect(results).toContain('"quote.pdf"')
  expect(results).not.toContain(quote.id)
  expect(view.getByText('Only the beginning of letter is shown. It has 48,312 characters.')).toBeTruthy()
})

test('a start without a person says what started it', () => {
  const started = (more: Partial<TraceEntry>) => entry('started', 'Desks', { step: null, type: null, ...more })
  const byForm = started({ outcome: 'form', text: 'Supplier request' })
  expect(whatHappened(byForm).after).toBe('Started')
  expect(startOrigin(byForm)).toBe('A form: Supplier request')
  expect(resultOf(byForm, turn(1, '2026-11-12T09:00:00Z', byForm))).toBe('')
  expect(startOrigin(started({ outcome: 'schedule' }))).toBe('A schedule')
  expect(startOrigin(started({ by: maya }))).toBeUndefined()
})
