import { fireEvent, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { card, page as workflows } from '../../workflows/testing/sample-workflows.ts'
import { wholeOf } from '../testing/open-instance.tsx'
import {
  form,
  id,
  instance,
  OF_WORKFLOW,
  ofWorkflow,
  openInstances,
  page,
  START_FORM,
  USUAL_PAGE,
  WORKFLOW,
} from '../testing/open-instances.tsx'
import { datedTexts, texts } from './start.texts.ts'

beforeAll(async () => void (await import('./start-panel.tsx')), 60_000)

const ADDRESS = `/workflows/${WORKFLOW}/instances?panel=add`
const POST = `POST /v1/workflows/${WORKFLOW}/instances/`
const old = instance(146, 'Osprey Energy')
const made = instance(147, 'Tarn Outdoor', { status: 'pending' })
const clients = (search: string, names: readonly string[]) => ({
  [`GET /v1/clients/?search=${search}&limit=20`]: {
    body: { data: names.map((name, n) => ({ id: id(900 + n), name })), pagination: { next_cursor: null } },
  },
})

type Answers = Parameters<typeof openInstances>[1]
const open = async (answers: Answers = {}, address = ADDRESS) => {
  const view = openInstances(address, {
    [START_FORM]: form(),
    [OF_WORKFLOW]: ofWorkflow([old]),
    ...answers,
  })
  await view.findByRole('complementary', { name: 'Add Instance' })
  if (address === ADDRESS) await waitFor(() => expect(view.queryByText(/^Loading /)).toBeNull())
  const panel = within(view.getByRole('complementary', { name: 'Add Instance' }))
  const fill = (name: string | RegExp, value: string) =>
    fireEvent.change(panel.getByRole('textbox', { name }), { target: { value } })
  const start = () => fireEvent.click(panel.getByRole('button', { name: /Start instance/ }))
  return { view, panel, fill, start }
}

test('only a name is needed; without one it gets the focus, and the title follows it', async () => {
  const { view, panel, fill, start } = await open({ [POST]: { status: 201, body: { data: wholeOf(made) } } })
  const name = await panel.findByRole('textbox', { name: 'Name' })
  expect(panel.getByText(texts.becomes('ONB-147'))).toBeTruthy()
  start()
  expect(panel.getByText('Enter a name.')).toBeTruthy()
  expect(document.activeElement).toBe(name)
  expect(view.server.sent(POST)).toHaveLength(0)
  fill('Name', 'Onboarding Tarn Outdoor')
  expect(panel.getByRole('textbox', { name: /^Title/ }).getAttribute('placeholder')).toBe('Onboarding Tarn Outdoor')
  start()
  await waitFor(() => expect(view.server.sent(POST)).toMatchObject([{ name: 'Onboarding Tarn Outdoor', title: '' }]))
})

test('it starts with what was filled in, and stands at the top of the list at once', async () => {
  const { view, panel, fill, start } = await open({
    [POST]: { status: 201, body: { data: wholeOf(made) } },
    ...clients('Tarn+Outdoor', []),
  })
  await panel.findByRole('textbox', { name: 'Name' })
  fill('Name', ' Onboarding Tarn ')
  fill(/^Title/, 'Tarn Outdoor')
  fireEvent.click(panel.getByRole('radio', { name: 'High' }))
  fireEvent.change(panel.getByLabelText('Due Date'), { target: { value: '2026-11-26' } })
  fireEvent.change(panel.getByRole('combobox', { name: 'Customer' }), { target: { value: 'Tarn Outdoor' } })
  view.server.change(OF_WORKFLOW, ofWorkflow([made, old]))
  start()
  await waitFor(() => expect(view.toasts[0]?.title).toBe(texts.started('ONB-147')))
  expect(view.server.sent(POST)).toEqual([
    {
      name: 'Onboarding Tarn',
      title: 'Tarn Outdoor',
      description: '',
      metadata: { priority: 'high', customer: 'Tarn Outdoor' },
      due_date: '2026-11-26T23:59:59Z',
      answers: {},
    },
  ])
  expect(await view.findByRole('link', { name: 'Tarn Outdoor' })).toBeTruthy()
  expect(view.queryByRole('complementary')).toBeNull()
  view.toasts[0]?.action?.onPress()
  await waitFor(() => expect(view.address()).toBe(`/instances/${made.id}`))
})

test('priority is medium unless somebody says otherwise', async () => {
  const { panel } = await open()
  const medium = await panel.findByRole<HTMLInputElement>('radio', { name: 'Medium' })
  expect(medium.checked).toBe(true)
  expect(panel.getAllByRole('radio')).toHaveLength(3)
})

test('customers are offered while typing; a new one is announced before it is made', async () => {
  const { view, panel } = await open({
    ...clients('Tarn', ['Tarn Outdoor']),
    ...clients('tarn+outdoor', ['Tarn Outdoor']),
    ...clients('Tarnwell', []),
  })
  const box = await panel.findByRole('combobox', { name: 'Customer' })
  const type = (value: string) => fireEvent.input(box, { target: { value }, inputType: 'insertText' })
  type('Tarn')
  expect(await view.findByRole('option', { name: 'Tarn Outdoor' })).toBeTruthy()
  type('Tarnwell')
  expect(await panel.findByText('“Tarnwell” is new and will be added to your customers.')).toBeTruthy()
  type('tarn outdoor')
  await waitFor(() => expect(panel.queryByText(/is new and will be added/)).toBeNull())
})

const WHY = { name: 'why', label: 'Why premium', type: 'text', required: true }

test('the workflow’s own fields are asked and checked as on the server', async () => {
  const months = { name: 'months', label: 'Months', type: 'number', required: true, default: 12 }
  const { view, panel, fill, start } = await open({
    [START_FORM]: form({ fields: [months, WHY] }),
    [POST]: { status: 201, body: { data: wholeOf(made) } },
  })
  await panel.findByText('Asked by this workflow')
  fill('Name', 'Tarn')
  fill('Title', 'Tarn')
  start()
  expect(view.server.sent(POST)).toHaveLength(0)
  expect(document.activeElement).toBe(panel.getByRole('textbox', { name: 'Why premium' }))
  fill('Why premium', 'Two sites')
  start()
  await waitFor(() => expect(view.server.sent(POST)).toMatchObject([{ answers: { months: 12, why: 'Two sites' } }]))
})

test('a refusal is said in the server’s words, a failure in the specification’s; trying again starts nothing twice', async () => {
  const { view, panel, fill, start } = await open({
    [START_FORM]: form({ fields: [{ ...WHY, required: false }] }),
    [POST]: 'unreachable',
  })
  await panel.findByRole('textbox', { name: 'Name' })
  fill('Name', 'Tarn')
  fill('Title', 'Tarn')
  start()
  expect((await panel.findByRole('alert')).textContent).toContain('Failed to create instance')
  const errors = [{ path: 'answers.why', message: 'too long' }]
  view.server.change(POST, refusal(422, 'invalid_request', 'Some answers are not valid', { errors }))
  start()
  await waitFor(() => expect(panel.getByRole('alert').textContent).toContain('Some answers are not valid'))
  expect(panel.getByText('Why premium: too long')).toBeTruthy()
  const keys = vi
    .mocked(fetch)
    .mock.calls.filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  fill('Title', 'Tarn 2')
  expect(panel.queryByRole('alert')).toBeNull()
})

test('closing keeps what was entered, Cancel discards it', async () => {
  const { view, panel, fill } = await open()
  await panel.findByRole('textbox', { name: 'Name' })
  fill('Name', 'Tarn')
  fireEvent.click(panel.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(view.queryByRole('complementary')).toBeNull())
  const reopen = async () => {
    fireEvent.click(view.getByRole('button', { name: /Add Instance/ }))
    return view.findByRole('textbox', { name: 'Name' })
  }
  expect(await reopen()).toHaveProperty('value', 'Tarn')
  fireEvent.click(view.getByRole('button', { name: texts.cancel }))
  await waitFor(() => expect(view.queryByRole('complementary')).toBeNull())
  expect(await reopen()).toHaveProperty('value', '')
})

test.each([
  [{ version: null }, texts.unpublished],
  [{ archived: true }, texts.archived],
  [{ can_start: false }, texts.refused],
])('what cannot start says why: %o', async (more, words) => {
  const { panel } = await open({ [START_FORM]: form(more) })
  expect(await panel.findByText(words)).toBeTruthy()
  expect(panel.queryByRole('button', { name: /Start instance/ })).toBeNull()
})

test('from the shell the workflow is chosen first', async () => {
  const choices = 'GET /v1/workflows/?status=active&sort=name&limit=20'
  const { view } = await open(
    {
      [USUAL_PAGE]: page([old]),
      [choices]: workflows([card(0, 'Client Onboarding'), card(1, 'Never published', { current_version: null })]),
    },
    '/all-instances?panel=add',
  )
  expect(await view.findByRole('option', { name: /Client Onboarding/ })).toBeTruthy()
  expect(view.queryByRole('option', { name: /Never published/ })).toBeNull()
  fireEvent.click(view.getByRole('option', { name: /Client Onboarding/ }))
  expect(await view.findByRole('textbox', { name: /^Title/ })).toBeTruthy()
  expect(view.address()).toBe(`/all-instances?panel=add&of=${WORKFLOW}`)
})

test('without a published workflow it says so, and leads to where one is made', async () => {
  const { view, panel } = await open(
    {
      [USUAL_PAGE]: page([]),
      'GET /v1/workflows/?status=active&sort=name&limit=20': workflows([
        card(1, 'Never published', { current_version: null }),
      ]),
    },
    '/all-instances?panel=add',
  )
  expect(await view.findByText(texts.noWorkflows)).toBeTruthy()
  expect(view.getByRole('link', { name: texts.openWorkflows }).getAttribute('href')).toBe('/workflows')
  expect(panel.queryByRole('combobox', { name: texts.workflow })).toBeNull()
})

test('where no run is left it starts by itself next month, once', async () => {
  const DATED = `/v1/workflows/${WORKFLOW}/dated-starts/`
  const starts_at = '2026-12-01T12:00:00.000Z'
  const dated = { id: id(77), name: 'Tarn', starts_at, by: { id: id(30), name: 'Ana Sousa' }, reason: null }
  const full = refusal(409, 'limit_reached', 'You’ve used all 5 runs of your plan for this month.', {
    limit: 'runs',
    used: 5,
    of: 5,
    again_at: starts_at,
  })
  const { view, panel, fill, start } = await open({
    [POST]: full,
    [`GET ${DATED}`]: { body: { data: [] } },
    [`POST ${DATED}`]: { status: 201, body: { data: dated } },
  })
  await panel.findByRole('textbox', { name: 'Name' })
  fill('Name', 'Tarn')
  start()
  fireEvent.click(await panel.findByRole('button', { name: /^Start on Dec 1/ }))
  view.server.change(`GET ${DATED}`, { body: { data: [dated] } })
  await waitFor(() => expect(view.toasts[0]?.title).toBe(datedTexts.dated('Tarn', 'Dec 1')))
  expect(view.server.sent(`POST ${DATED}`)).toMatchObject([{ name: 'Tarn', answers: {} }])

  const waiting = await view.findByRole('list', { name: datedTexts.label })
  expect(waiting.textContent).toContain('Tarn starts on Dec 1 by Ana Sousa')
  view.server.change(`DELETE ${DATED}${id(77)}/`, { body: { id: id(77) } })
  view.server.change(`GET ${DATED}`, { body: { data: [] } })
  fireEvent.click(within(waiting).getByRole('button', { name: datedTexts.cancelOf('Tarn') }))
  await waitFor(() => expect(view.queryByRole('list', { name: datedTexts.label })).toBeNull())
})
