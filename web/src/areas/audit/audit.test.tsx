import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { texts } from './audit.texts.ts'
import { entries, entry } from './testing/entries.ts'
import { LIST, NEWEST, openAudit, VERIFY } from './testing/open-audit.tsx'

const verified = (differences: object = {}) => ({
  checked: 3,
  rows: 3,
  next: null,
  broken: null,
  pending: 0,
  signed_head: { seq: 3, signed_at: '2026-11-12T08:00:00Z' },
  ...differences,
})
const press = (page: ReturnType<typeof openAudit>, name: string | RegExp) =>
  fireEvent.click(page.getByRole('button', { name }))
const rowOf = (element: HTMLElement) => element.closest('tr') ?? document.body

test('a row reads as a sentence and opens to what changed', async () => {
  const page = openAudit({ rows: [entry({ seq: 7 })] })
  const row = rowOf(await page.findByText('changed the role of'))
  expect(row.textContent).toContain('Maya Okafor')
  expect(row.textContent).toContain('Lena Hartmann')
  const button = within(row).getByRole('button', { name: 'Details of row 7' })
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(page.getByText('member.role_changed')).toBeTruthy()
  expect(page.getByText('Member')).toBeTruthy()
  expect(page.getByText('Manager')).toBeTruthy()
  expect(page.getByText(texts.row.sealAfter(6))).toBeTruthy()
})

test('a row about a task says what was decided, and of which instance', async () => {
  const instance = { key: 'PUR-1', name: 'Desks' }
  const task = { act: 'task.decided', entity_kind: 'task', entity_name: 'Approve purchase', instance }
  const page = openAudit({
    rows: [
      entry({ seq: 3, ...task, data: { decision: 'approve' } }),
      entry({ seq: 2, ...task, data: { decision: 'changes' } }),
      entry({ seq: 1, act: 'instance.started', entity_kind: 'instance', entity_name: 'Desks', instance, data: {} }),
    ],
  })
  const sentence = (words: string) => rowOf(page.getByText(words)).querySelectorAll('td')[3]?.textContent
  await page.findByText('approved')
  expect(sentence('approved')).toBe('approved Approve purchase of PUR-1 Desks')
  expect(sentence('requested changes in')).toBe('requested changes in Approve purchase of PUR-1 Desks')
  expect(sentence('started')).toBe('started PUR-1 Desks')
})

test('what staff of the product did says so where people are named, and nowhere else', async () => {
  const data = { before: { role: 'Member' }, after: { role: 'Admin' }, staff: true, reason: 'Ticket 12' }
  const page = openAudit({ rows: [entry({ seq: 7, actor: null, data })] })
  const row = rowOf(await page.findByText('changed the role of'))
  expect(within(row).getByText('Throughline support')).toBeTruthy()
  press(page, 'Details of row 7')
  expect(page.getByText('Ticket 12')).toBeTruthy()
  expect(page.queryByText('staff')).toBeNull()
})

test('work that no person started says what did', async () => {
  const started = { act: 'instance.started', entity_kind: 'instance', entity_name: 'Desks', actor: null }
  const page = openAudit({ rows: [entry({ seq: 4, ...started, data: { source: 'form' } })] })
  const row = rowOf(await page.findByText('started'))
  expect(within(row).getByText('A form')).toBeTruthy()
})

test('an act without words of its own shows its name; a row without place is being sealed', async () => {
  const page = openAudit({ rows: [entry({ seq: null, hash: null, act: 'rocket.launched' })] })
  const row = rowOf(await page.findByText('rocket.launched'))
  expect(row.textContent).toContain(texts.row.beingSealed)
})

test('a row about work that the reader may not see says so in place of its name and details', async () => {
  const about = { act: 'instance.commented', entity_kind: 'instance', entity_name: null, data: {}, hidden: true }
  const page = openAudit({ rows: [entry({ seq: 7, ...about })] })
  const row = rowOf(await page.findByText('commented on'))
  expect(row.textContent).toContain('Maya Okafor')
  expect(row.textContent).toContain(texts.row.hidden)
  press(page, 'Details of row 7')
  expect(page.getByText(texts.row.hiddenNote)).toBeTruthy()
})

test('filters of the address are asked of the server and can be cleared', async () => {
  const page = openAudit({ search: '?act=team&address=10.0.0.9', rows: [] })
  await page.findByText(texts.noMatches)
  expect(page.getByPlaceholderText('Any IP address')).toHaveProperty('value', '10.0.0.9')
  expect(page.asked()).toContain(`${LIST}?act=team&address=10.0.0.9&limit=100`)
  const [clear] = page.getAllByRole('button', { name: texts.filters.clear })
  fireEvent.click(clear ?? document.body)
  await waitFor(() => expect(page.asked()).toContain(`${LIST}?limit=100`))
})

test('rows are verified step by step; the answer says how many and against what', async () => {
  const page = openAudit({
    rows: entries(3),
    verify: [verified({ checked: 2, next: 2 }), verified({ pending: 1 })],
  })
  await page.findAllByText('changed the role of')
  press(page, texts.verify)
  expect(await page.findByText('All 3 rows are intact')).toBeTruthy()
  expect(page.getByText(/1 newer row is being sealed\./)).toBeTruthy()
  expect(page.server.sent(`POST ${VERIFY}`)).toEqual([{ after: 0 }, { after: 2 }])
})

test('a broken chain names its first broken row, leads to it, and doubts what comes after', async () => {
  const broken = { seq: 2, reason: 'changed', expected_hash: 'aaaa1111', found_hash: 'bbbb2222' }
  const page = openAudit({ rows: entries(3), verify: [verified({ broken })] })
  await page.findAllByText('changed the role of')
  press(page, texts.verify)
  expect((await page.findByRole('alert')).textContent).toContain('The chain breaks at row 2')
  expect(page.getByRole('alert').textContent).toContain('Rows 1 to 1 are intact.')
  press(page, texts.check.goTo(2))
  expect(await page.findByText('aaaa1111')).toBeTruthy()
  expect(page.getByText('bbbb2222')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Details of row 2')
  expect(page.getByText(/In doubt, row/).parentElement?.textContent).toContain('3')
})

test('a removed row is shown where it is missing', async () => {
  const broken = { seq: 2, reason: 'missing', expected_hash: null, found_hash: null }
  const page = openAudit({ rows: entries(3).filter(({ seq }) => seq !== 2), verify: [verified({ broken })] })
  await page.findAllByText('changed the role of')
  press(page, texts.verify)
  expect(await page.findByText(texts.row.missing(2))).toBeTruthy()
})

test('a check that is interrupted says so', async () => {
  const page = openAudit({ rows: entries(1), answers: { [`POST ${VERIFY}`]: 'unreachable' } })
  await page.findByText('changed the role of')
  press(page, texts.verify)
  expect(await page.findByText(texts.check.failed)).toBeTruthy()
})

test('new rows are counted and shown on press, not before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const page = openAudit({ rows: entries(2) })
  await page.findAllByText('changed the role of')
  page.server.change(`GET ${NEWEST}`, { body: entries(4) })
  page.server.change(`GET ${LIST}?limit=100`, { body: entries(4) })
  await vi.advanceTimersByTimeAsync(6_000)
  const button = await page.findByRole('button', { name: '2 new' })
  expect(page.getAllByText('changed the role of')).toHaveLength(2)
  fireEvent.click(button)
  await waitFor(() => expect(page.getAllByText('changed the role of')).toHaveLength(4))
})

test('who may not read the log sees that, whoever says so', async () => {
  const without = openAudit({ user: { permissions: [] } })
  expect(await without.findByText('restricted')).toBeTruthy()
  without.unmount()
  const refused = openAudit({ answers: { [`GET ${LIST}?limit=100`]: refusal(403, 'forbidden', 'no') } })
  expect(await refused.findByText('restricted')).toBeTruthy()
})

test('a log that could not be loaded can be asked for again; an export that failed says so', async () => {
  const page = openAudit({
    answers: {
      [`GET ${LIST}?limit=100`]: refusal(500, 'internal', 'no'),
      [`GET ${LIST}export/`]: refusal(429, 'rate_limited', 'Too many exports. Wait 9 seconds.'),
    },
  })
  expect(await page.findByText(texts.failed)).toBeTruthy()
  press(page, texts.export)
  await waitFor(() => expect(page.toasts).toEqual([texts.exportFailed]))
  page.server.change(`GET ${LIST}?limit=100`, { body: [] })
  press(page, 'Try Again')
  expect(await page.findByText(texts.empty)).toBeTruthy()
})
