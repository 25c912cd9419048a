import { fireEvent, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { newWorkflow } from '../builder/testing/workflow.ts'
import { FIRST_PAGE, openWorkflows } from '../testing/open-workflows.tsx'
import { card, id, page } from '../testing/sample-workflows.ts'
import { spec, texts } from '../workflows.texts.ts'

const builder = vi.hoisted(() => ({ fetched: 0 }))
vi.mock('../builder.screen.tsx', () => ({ BuilderScreen: builder.fetched++ }))

beforeAll(async () => void (await import('./first-workflow.tsx')), 60_000)

let seen: (() => void) | undefined
beforeEach(() => {
  seen = undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        seen = () => tell([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

const invoice = card(1, 'Invoice Approval', {
  description: 'Enter, approve by amount, pay.',
  category: 'finance',
  current_version: 4,
  draft_changes: 3,
  instance_count: 884,
  step_types: ['manual', 'condition', 'approval', 'tool'],
  step_count: 4,
})
const compliance = card(2, 'Compliance Review', { current_version: null })
const both = { [FIRST_PAGE]: page([invoice, compliance]) }
const at = (last: number, rest = '') => `/v1/workflows/${id(500 + last)}/${rest}`

const openMenu = async (view: ReturnType<typeof openWorkflows>, name = 'Invoice Approval') => {
  fireEvent.click(await view.findByRole('button', { name: texts.moreFor(name) }))
  return (label: string) => view.findByRole('menuitem', { name: label })
}

test('the builder is fetched ahead, once the list is there and the page is idle', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const view = openWorkflows('/workflows', both)
  expect(idle).toEqual([])
  await view.findByRole('link', { name: 'Invoice Approval' })
  expect(builder.fetched).toBe(0)
  for (const act of idle) act()
  await waitFor(() => expect(builder.fetched).toBe(1))
})

test('a card says what the workflow is, how far its draft is and who sees it', async () => {
  const view = openWorkflows('/workflows', both)
  const link = await view.findByRole('link', { name: 'Invoice Approval' })
  expect(link.getAttribute('href')).toBe(`/workflow-builder/${invoice.id}`)
  const cardOf = (name: string) => within(view.getByRole('link', { name }).closest('li') ?? document.body)
  const shown = cardOf('Invoice Approval')
  for (const text of [
    'INV',
    'Sequential · v4',
    '3 unpublished changes',
    'Financial Approvals',
    'Everyone',
    spec.instances,
  ])
    expect(shown.getByText(text)).toBeTruthy()
  expect(shown.getByRole('img', { name: /^4 steps: Manual, Condition, Approval, Automation$/ })).toBeTruthy()
  expect(shown.getByRole('link', { name: /View Instances/ }).getAttribute('href')).toBe(
    `/workflows/${invoice.id}/instances`,
  )
  const other = cardOf('Compliance Review')
  for (const text of ['Sequential · Draft', texts.neverPublished, spec.uncategorized])
    expect(other.getByText(text)).toBeTruthy()
})

test('an instance is started from the card, where there is a version to run and by those who may', async () => {
  const view = openWorkflows('/workflows', both)
  const start = await view.findByRole('link', { name: 'Start Invoice Approval' })
  expect(start.getAttribute('href')).toBe(`/workflows/${invoice.id}/instances?panel=add`)
  expect(view.queryByRole('link', { name: 'Start Compliance Review' })).toBeNull()
  view.unmount()
  const looking = openWorkflows('/workflows', both, 'viewer')
  await looking.findByRole('link', { name: 'Invoice Approval' })
  expect(looking.queryByRole('link', { name: /^Start/ })).toBeNull()
})

test('filter, sort and search are the server’s work and stand in the address', async () => {
  const view = openWorkflows('/workflows', {
    ...both,
    'GET /v1/workflows/?status=archived&sort=updated&limit=50': page([card(3, 'Purchase Request')]),
    'GET /v1/workflows/?status=archived&sort=name&limit=50': page([card(4, 'Archive by name')]),
    'GET /v1/workflows/?status=archived&sort=name&search=zed&limit=50': page([]),
  })
  fireEvent.click(await view.findByRole('radio', { name: 'Archived' }))
  expect(await view.findByRole('link', { name: 'Purchase Request' })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Sort by: Last changed' }))
  fireEvent.click(await view.findByRole('menuitemradio', { name: 'Name' }))
  expect(await view.findByRole('link', { name: 'Archive by name' })).toBeTruthy()
  const box = view.getByRole('searchbox', { name: texts.search })
  fireEvent.change(box, { target: { value: 'zed' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(await view.findByText(texts.none.search('zed'))).toBeTruthy()
  expect(view.address()).toBe('/workflows?filter=archived&sort=name&q=zed')
  fireEvent.click(view.getByRole('button', { name: texts.none.clear }))
  expect(await view.findByRole('link', { name: 'Archive by name' })).toBeTruthy()
})

test('the next page is fetched when the end comes into sight', async () => {
  const view = openWorkflows('/workflows', {
    [FIRST_PAGE]: page([invoice], 'further'),
    [`${FIRST_PAGE}&cursor=further`]: page([compliance]),
  })
  await view.findByRole('link', { name: 'Invoice Approval' })
  seen?.()
  expect(await view.findByRole('link', { name: 'Compliance Review' })).toBeTruthy()
})

test('a list that does not come says so and can be asked for again', async () => {
  const view = openWorkflows('/workflows', { [FIRST_PAGE]: { status: 500, body: {} } })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load workflows')
  view.server.change(FIRST_PAGE, page([invoice]))
  fireEvent.click(view.getByRole('button', { name: 'Try Again' }))
  expect(await view.findByRole('link', { name: 'Invoice Approval' })).toBeTruthy()
})

const askToDelete = async (answer: object) => {
  const view = openWorkflows('/workflows', { ...both, [`DELETE ${at(1)}`]: answer })
  fireEvent.click(await (await openMenu(view))('Delete'))
  const dialog = await view.findByRole('alertdialog', { name: 'Delete Workflow?' })
  expect(dialog.textContent).toContain('Moves to trash for 30 days.')
  fireEvent.click(within(dialog).getByRole('button', { name: texts.deleteNamed }))
  await waitFor(() => expect(view.toasts).toHaveLength(1))
  return view
}

test('deleting asks, and can be undone', async () => {
  const view = await askToDelete({ body: { id: invoice.id, done: 'trashed' } })
  expect(view.toasts[0]?.title).toBe('Invoice Approval moved to trash')
  view.server.change(`POST ${at(1, 'restore/')}`, { body: { data: invoice } })
  view.toasts[0]?.action?.onPress()
  await waitFor(() => expect(view.server.sent(`POST ${at(1, 'restore/')}`)).toHaveLength(1))
})

test('with unfinished instances it is refused, with the way to them', async () => {
  const view = await askToDelete(refusal(409, 'active_instances', 'Cannot delete workflow with active instances'))
  expect(view.toasts[0]).toMatchObject({ tone: 'error', title: 'Cannot delete workflow with active instances' })
  view.toasts[0]?.action?.onPress()
  await waitFor(() => expect(view.address()).toBe(`/workflows/${invoice.id}/instances`))
})

test('a deletion that fails says so', async () => {
  const view = await askToDelete({ status: 500, body: {} })
  expect(view.toasts[0]?.title).toBe('Failed to delete. Please try again.')
})

test('from the trash it comes back, or goes for ever after the specification’s warning', async () => {
  const gone = card(5, 'Old Intake', { deleted_at: '2026-11-10T09:00:00Z' })
  const view = openWorkflows('/workflows?filter=trash', {
    'GET /v1/workflows/?status=trash&sort=updated&limit=50': page([gone]),
    [`POST ${at(5, 'restore/')}`]: { body: { data: gone } },
    [`DELETE ${at(5, 'forever/')}`]: { body: { id: gone.id } },
  })
  fireEvent.click(await (await openMenu(view, 'Old Intake'))('Restore'))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Old Intake restored'))
  expect(view.queryByRole('link', { name: 'Old Intake' })).toBeNull()
  fireEvent.click(await (await openMenu(view, 'Old Intake'))('Delete forever'))
  const dialog = await view.findByRole('alertdialog', { name: 'Delete Workflow?' })
  expect(dialog.textContent).toContain('This workflow will be permanently deleted. This action cannot be undone.')
  fireEvent.click(within(dialog).getByRole('button', { name: texts.foreverNamed }))
  await waitFor(() => expect(view.server.sent(`DELETE ${at(5, 'forever/')}`)).toHaveLength(1))
})

test('archiving can be undone; a copy is a draft', async () => {
  const status = `PUT ${at(1, 'status/')}`
  const view = openWorkflows('/workflows', {
    ...both,
    [status]: { body: { data: invoice } },
    [`POST ${at(1, 'duplicate/')}`]: { status: 201, body: { data: newWorkflow(id(600), 'Invoice Approval 2') } },
  })
  fireEvent.click(await (await openMenu(view))(texts.archive))
  await waitFor(() => expect(view.toasts[0]?.title).toBe(texts.nowArchived('Invoice Approval')))
  view.toasts[0]?.action?.onPress()
  await waitFor(() => expect(view.server.sent(status)).toEqual([{ status: 'archived' }, { status: 'active' }]))
  fireEvent.click(await (await openMenu(view))(texts.duplicate))
  await waitFor(() => expect(view.toasts.at(-1)?.title).toBe(texts.duplicated('Invoice Approval 2')))
})

test('whoever may only read adds, changes and deletes nothing', async () => {
  const view = openWorkflows('/workflows?panel=add', both, 'viewer')
  const item = await openMenu(view)
  expect(await item(spec.view)).toBeTruthy()
  expect(await item(texts.export)).toBeTruthy()
  for (const name of [texts.duplicate, texts.archive, texts.whoSees, spec.delete])
    expect(view.queryByRole('menuitem', { name })).toBeNull()
  for (const name of [spec.add, texts.import]) expect(view.queryByRole('button', { name })).toBeNull()
  expect(view.queryByRole('complementary')).toBeNull()
})

test('who sees it is named by those who may say so', async () => {
  const teams = `GET /v1/org/${id(2)}/teams/?limit=200`
  const call = `PUT ${at(1, 'access/')}`
  const view = openWorkflows('/workflows', {
    ...both,
    [teams]: { body: [{ id: id(7), name: 'Accounting', description: '', count: 2, faces: [], version: 1 }] },
    [`GET /v1/org/${id(2)}/members/?limit=20`]: { body: [] },
    [call]: { body: { data: invoice.access } },
  })
  fireEvent.click(await (await openMenu(view))(texts.whoSees))
  const dialog = within(await view.findByRole('dialog', { name: texts.access.title('Invoice Approval') }))
  fireEvent.click(dialog.getByRole('radio', { name: /Teams and people/ }))
  fireEvent.click(dialog.getByRole('button', { name: texts.access.save }))
  expect((await dialog.findByRole('alert')).textContent).toContain(texts.access.choose)
  const box = dialog.getByRole('combobox', { name: texts.access.teams })
  fireEvent.mouseDown(box)
  fireEvent.click(box)
  fireEvent.click(await view.findByRole('option', { name: /Accounting/ }))
  fireEvent.click(dialog.getByRole('button', { name: texts.access.save }))
  await waitFor(() =>
    expect(view.server.sent(call)).toEqual([{ visibility: 'limited', team_ids: [id(7)], member_ids: [] }]),
  )
})

test('a file becomes a draft in the builder; one that is no JSON says where it stops being any', async () => {
  const view = openWorkflows('/workflows', {
    ...both,
    'POST /v1/workflows/': { status: 201, body: { data: newWorkflow(id(601), 'Leave') } },
  })
  const input = await view.findByLabelText(texts.importFile)
  const choose = (text: string) =>
    fireEvent.change(input, { target: { files: [new File([text], 'leave.json', { type: 'application/json' })] } })
  choose('{ "name": }')
  await waitFor(() => expect(view.toasts[0]).toMatchObject({ title: 'Invalid JSON format' }))
  expect(view.toasts[0]?.description).toContain('Line 1, column 11')
  choose('{ "name": "Leave", "prefix": "LV", "steps": [] }')
  await waitFor(() => expect(view.address()).toBe(`/workflow-builder/${id(601)}`))
  expect(view.server.sent('POST /v1/workflows/')).toEqual([{ name: 'Leave', prefix: 'LV', steps: [], publish: false }])
})

test('the layout is remembered', async () => {
  const view = openWorkflows('/workflows', both)
  fireEvent.click(await view.findByRole('radio', { name: texts.list }))
  expect(await view.findByRole('table', { name: spec.title })).toBeTruthy()
  view.unmount()
  expect(await openWorkflows('/workflows', both).findByRole('table')).toBeTruthy()
})

test('the first workflow is begun from a template or in words', async () => {
  const none = { body: { data: [], count: 0, pagination: { next_cursor: null } } }
  const template = {
    id: 'leave-request',
    name: 'Leave request',
    description: 'Asks for leave.',
    type: 'hr',
    downloads: 0,
    steps: [{ id: 'ask', type: 'manual', name: 'Ask', next: [], fields: [] }],
    start_step: 'ask',
    flow: 'sequential',
    tags: [],
    prefix: 'LEAVE',
    own: false,
  }
  const view = openWorkflows('/workflows', {
    [FIRST_PAGE]: none,
    'GET /v1/workflows/templates/?sort=popular': { body: { data: [template], pagination: { next_cursor: null } } },
  })
  const link = await view.findByRole('link', { name: 'Leave request' })
  expect(link.getAttribute('href')).toBe('/workflow-templates?use=leave-request')
  expect(view.getByRole('button', { name: texts.empty.draft }).hasAttribute('disabled')).toBe(true)
  expect(view.queryByRole('searchbox')).toBeNull()
  view.unmount()
  const readers = openWorkflows('/workflows', { [FIRST_PAGE]: none }, 'viewer')
  expect(await readers.findByText(texts.empty.forViewers)).toBeTruthy()
})
