import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { Workflow } from '@throughline/contracts/workflows'
import { diff } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { describe, expect, test, vi } from 'vitest'
import { serve } from '../../../shared/testing/fake-server.ts'
import { namesOf } from '../model/drawing.ts'
import { HistoryMode } from './history-mode.tsx'

vi.mock('../canvas/flow-canvas.tsx', () => import('../testing/listed-canvas.tsx'))

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const maya = { id: id(1), name: 'Maya Okafor', photo: null }
const theo = { id: id(2), name: 'Theo Lindqvist', photo: null }

const first: FlowDoc = {
  name: 'Invoices',
  prefix: 'INV',
  type: 'sequential',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'enter',
  steps: {
    enter: { id: 'enter', type: 'manual', name: 'Enter', next: ['file'], fields: [], due: { in: '2bd' } },
    file: { id: 'file', type: 'manual', name: 'Print and file', next: ['pay'], fields: [] },
    pay: { id: 'pay', type: 'manual', name: 'Pay', next: [], fields: [] },
  },
}
const { enter, pay } = first.steps
if (!enter || !pay) throw new Error('the steps are not there')
const second: FlowDoc = {
  ...first,
  steps: {
    enter: { ...enter, next: ['check'], due: { in: '1bd' } },
    check: { ...pay, id: 'check', name: 'Check', next: ['pay'] },
    pay,
  },
}
const third: FlowDoc = { ...second, name: 'Bills' }

const authored = (before: FlowDoc, after: FlowDoc) =>
  diff(before, after).changes.map((change) => ({ ...change, author: theo.id, at: null }))

const version = (number: number, note: string) => ({
  number,
  hash: `${number}f2c00000000041ab`,
  note,
  published_at: '2026-07-14T09:00:00Z',
  published_by: maya,
  authors: [maya, theo],
  change_count: 2,
})

const workflow = (more: object = {}): Workflow =>
  Workflow.parse({
    id: id(9),
    ...third,
    description: '',
    status: 'active',
    created_at: '2026-02-09T09:00:00Z',
    updated_at: '2026-02-09T09:00:00Z',
    last_instance_number: 0,
    instance_count: 0,
    current_version: 2,
    owner: maya,
    access: { visibility: 'everyone', teams: [], people: [] },
    version: 7,
    changed_by: maya,
    refs: { people: [maya, theo], teams: [], workflows: [], secrets: [] },
    draft: {
      based_on: 2,
      changes: authored(second, third),
      authors: [maya],
      errors: 0,
      warnings: 0,
      updated_at: '2026-11-15T09:00:00Z',
    },
    ...more,
  })

const AT = `/v1/workflows/${id(9)}/versions/`
const LIST = `GET ${AT}`
const data = (number: number, document: FlowDoc, changes: unknown[]) => ({
  body: { data: { ...version(number, ''), document, changes } },
})

function open(of: Workflow = workflow(), answers: Parameters<typeof serve>[0] = {}) {
  const versions = [version(2, 'Checked before paying'), version(1, 'From template')]
  const server = serve({
    [LIST]: { body: { data: versions, pagination: { next_cursor: null } } },
    [`GET ${AT}1/`]: data(1, first, []),
    [`GET ${AT}2/`]: data(2, second, authored(first, second)),
    ...answers,
  })
  const onRestore = vi.fn()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queries}>
      <HistoryMode workflow={of} names={namesOf(of.refs)} canEdit onRestore={onRestore} onClose={vi.fn()} />
    </QueryClientProvider>,
  )
  return { onRestore, server }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const drawn = () =>
  within(screen.getByRole('region', { name: /on the canvas$/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const changes = () =>
  screen.getAllByText(/^(Added|Removed|Changed)$/).flatMap((mark) => mark.closest('li')?.textContent ?? [])

describe('the history of a workflow', () => {
  test('begins with the draft, with who worked on it and what it changes', async () => {
    open()
    expect(await screen.findByRole('button', { name: 'Draft', pressed: true })).toBeTruthy()
    expect(screen.getByText('1 change since version 2')).toBeTruthy()
    expect(await screen.findByText('Bills')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Restore as draft' })).toBeNull()
  })

  test('shows a version against the one before: in words, by whom, and on the canvas with what is gone', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Version 2' }))
    expect(await screen.findByText('due in 1 bd')).toBeTruthy()
    expect(changes()).toEqual([
      expect.stringMatching(/^~ChangedEnterdue in 2 bd.*due in 1 bd.*by Theo Lindqvist$/),
      expect.stringContaining('−RemovedPrint and file'),
      expect.stringContaining('+AddedCheck'),
    ])
    expect(drawn()).toEqual(
      expect.arrayContaining([
        '1 Enter changed due in 1 bd, was due in 2 bd',
        '2 Check added',
        '– Print and file removed',
        'enter>file removed',
        'enter>check added',
      ]),
    )
    expect(screen.getByText('1 added')).toBeTruthy()
    expect(screen.getByText('Hash 2f2c…41ab')).toBeTruthy()
  })

  test('goes from change to change, and shows the whole version on request', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Version 2' }))
    await screen.findByText('due in 1 bd')
    press('Next change')
    expect(screen.getByRole('region', { name: 'Changes on the canvas' }).dataset.revealed).toBe('enter')
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(screen.getByRole('region', { name: 'Changes on the canvas' }).dataset.revealed).toBe('file')
    press('Show whole version')
    expect(drawn()).toEqual(['1 Enter', '2 Check', '3 Pay'])
  })

  test('hands the version to restore to the builder', async () => {
    const { onRestore } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Version 1' }))
    press('Restore as draft')
    expect(onRestore).toHaveBeenCalledWith(1)
  })

  test('says where there is nothing yet, and where it could not be read', async () => {
    open(workflow({ current_version: null, draft: null }), {
      [LIST]: { body: { data: [], pagination: { next_cursor: null } } },
    })
    expect(await screen.findByText('No versions yet')).toBeTruthy()
  })

  test('can be asked again after a failure', async () => {
    const { server } = open(workflow(), { [LIST]: 'unreachable' })
    expect(await screen.findByText('The history couldn’t be loaded')).toBeTruthy()
    server.change(LIST, { body: { data: [version(2, 'Checked')], pagination: { next_cursor: null } } })
    press('Try Again')
    expect(await screen.findByRole('button', { name: 'Version 2' })).toBeTruthy()
  })

  test('reads older versions page by page', async () => {
    open(workflow(), {
      [LIST]: { body: { data: [version(2, 'Checked')], pagination: { next_cursor: 'c1' } } },
      [`${LIST}?cursor=c1`]: { body: { data: [version(1, 'Older')], pagination: { next_cursor: null } } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show older versions' }))
    expect(await screen.findByText('Older')).toBeTruthy()
  })
})
