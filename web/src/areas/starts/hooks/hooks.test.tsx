import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { Hook } from '@throughline/contracts/hooks'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { Workflow } from '@throughline/contracts/workflows'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { card, publishedVersion, simpleDocument } from '../../workflows/testing/sample-workflows.ts'
import { StartsPanel } from '../parts/starts-panel.tsx'
import { texts as startTexts } from '../starts.texts.ts'
import { exampleBody, legible } from './hook-test.tsx'
import { texts } from './hooks.texts.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const ONE = `/v1/workflows/${id(1)}/`
const HOOK = `${ONE}hooks/${id(2)}/`

const hook = Hook.parse({
  id: id(2),
  workflow_id: id(1),
  name: 'Procurement',
  style: 'standard',
  paused_at: null,
  paused_by: null,
  last_call_at: null,
  started: 118,
  rejected: 2,
  held: 0,
  url: `https://app.harborvale.example/v1/hooks/${id(2)}/`,
  secret: { end: '4f2a', since: '2026-11-02T09:00:00.000Z', by: 'Maya Okafor' },
  previous: { end: 'b07d', until: '2026-11-13T08:14:00.000Z' },
  repeat_by: 'id',
  repeat_path: '',
  title: '',
  files_path: '',
  mapping: { vendor: '$.supplier.name' },
  fixed_values: {},
  people: [],
  stand_in: null,
  told: { id: id(9), name: 'Maya Okafor' },
  version: 3,
  saved_at: '2026-11-02T09:00:00.000Z',
  saved_by: 'Maya Okafor',
})

const delivery = (n: number, more: object) => ({
  id: id(n),
  at: '2026-11-12T08:52:40.000Z',
  instance: null,
  reason: null,
  startable: false,
  took_ms: 16,
  files: [],
  ...more,
})
const instance = { id: id(5), key: 'INV-883', status: 'in_progress' }
const refused = delivery(30, {
  state: 'refused',
  reason: 'amount must be a number, not “12.480,50”.',
  startable: true,
})
const missing = { host: 'files.example', name: 'scan.pdf', state: 'failed', reason: 'It’s empty.', bytes: null }
const DELIVERIES = [
  delivery(31, { state: 'started', instance, files: [missing] }),
  delivery(32, { state: 'duplicate', instance }),
  refused,
]

const whole = Workflow.parse({
  ...card(1, 'Invoice approval', { id: hook.workflow_id }),
  ...simpleDocument(),
  version: 1,
  changed_by: null,
  draft: null,
  refs: { people: [], teams: [], workflows: [], secrets: [] },
})

const fields = [{ name: 'vendor', type: 'text', label: 'Vendor', required: true }]
const startForm = {
  workflow: { id: id(1), name: 'Invoice approval', prefix: 'INV' },
  version: 4,
  archived: false,
  next_number: 9,
  fields,
  show: {},
  can_start: true,
}

const listed = {
  held: null,
  unfit: [],
  forms: [],
  schedules: [],
  webhooks: [hook],
  api_keys: [],
  started: { by_person: 0, by_key: 0, capped: false },
  time_zone: 'Europe/Amsterdam',
}

function Page({ first }: { first: string | undefined }) {
  const [start, setStart] = useState(first)
  const workflow = { id: hook.workflow_id, name: 'Invoice approval' }
  return <StartsPanel workflow={workflow} start={start} onOpen={setStart} onClose={() => setStart(undefined)} />
}

const treeWith = (start: string | undefined) => {
  const root = createRootRoute()
  return root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: () => <Page first={start} /> }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])
}

function open(start: string | undefined, more: Parameters<typeof serve>[0] = {}, role: RoleName = 'member') {
  const me = person({ role, permissions: [...(builtinRole(role)?.permissions ?? [])] })
  const server = serve({
    'GET /v1/auth/me/': { body: me },
    [`GET ${ONE}starts/`]: { body: { data: listed } },
    [`GET ${HOOK}`]: { body: { data: hook } },
    [`GET ${HOOK}deliveries/?limit=10`]: { body: { data: DELIVERIES, pagination: { next_cursor: null } } },
    [`GET ${HOOK}deliveries/${id(31)}/`]: {
      body: { data: { ...DELIVERIES[0], body: '{"supplier":{"name":"Quayside"}}' } },
    },
    [`GET ${ONE}start/`]: { body: { data: startForm } },
    [`GET ${ONE}versions/4/`]: { body: { data: publishedVersion(4, simpleDocument({ start_fields: fields })) } },
    [`GET ${ONE}`]: { body: { data: whole } },
    [`GET ${ONE}triggers/`]: { body: { triggers: { form_submissions: [] }, needs_starter: false } },
    ...more,
  })
  const toasts: ToastMessage[] = []
  const page = openRoutes(treeWith(start), '/', (message) => toasts.push(message))
  return { ...page, server, said: () => toasts.map(({ title }) => title) }
}

const OPEN = `webhook-${id(2)}`

test('the overview names webhooks with what was rejected, and opens one', async () => {
  const page = open(undefined)
  const part = within(await page.findByRole('region', { name: startTexts.webhook }))
  expect(part.getByText(startTexts.rejectedToday(2))).toBeTruthy()
  fireEvent.click(part.getByRole('button', { name: /Procurement/ }))
  expect(await page.findByText(texts.deliveries)).toBeTruthy()
})

test('its calls show what they started, repeated or were rejected for, and a rejected one opens with its body', async () => {
  const page = open(OPEN, {
    [`GET ${HOOK}deliveries/${id(30)}/`]: { body: { data: { ...refused, body: '{"total":{"amount":"12.480,50"}}' } } },
    [`POST ${HOOK}deliveries/${id(30)}/start/`]: refusal(409, 'not_started', 'amount must be a number'),
  })
  const part = within(await page.findByRole('region', { name: texts.deliveries }))
  expect((await part.findByRole('link', { name: 'INV-883' })).getAttribute('href')).toBe(`/instances/${id(5)}`)
  expect(part.getByText(texts.duplicateOf('INV-883'))).toBeTruthy()
  expect(part.getByText(`${texts.fileStates.failed('scan.pdf', 'files.example')} It’s empty.`)).toBeTruthy()
  const [, , third] = part.getAllByRole('button', { name: /^Show the call/ })
  fireEvent.click(third ?? document.body)
  await waitFor(() => expect(part.getByLabelText(texts.body).textContent).toContain('12.480,50'))
  fireEvent.click(await part.findByRole('button', { name: texts.start }))
  await waitFor(() => expect(page.said()).toContain(texts.startFailed))
})

test('a held call that no longer fits can be started, and one that still waits can’t', async () => {
  const misfit = delivery(34, {
    state: 'held',
    reason: 'Required by the workflow, but missing: Firm.',
    startable: true,
  })
  const waiting = delivery(35, { state: 'held', reason: 'The workflow is archived.' })
  const one = (call: typeof waiting) => ({ body: { data: { ...call, body: '{}' } } })
  const page = open(OPEN, {
    [`GET ${HOOK}deliveries/?limit=10`]: { body: { data: [misfit, waiting], pagination: { next_cursor: null } } },
    [`GET ${HOOK}deliveries/${id(34)}/`]: one(misfit),
    [`GET ${HOOK}deliveries/${id(35)}/`]: one(waiting),
  })
  const part = within(await page.findByRole('region', { name: texts.deliveries }))
  const [first, second] = await part.findAllByRole('button', { name: /^Show the call/ })
  fireEvent.click(first ?? document.body)
  expect(await part.findByRole('button', { name: texts.start })).toBeTruthy()
  fireEvent.click(second ?? document.body)
  await waitFor(() => expect(part.queryByRole('button', { name: texts.start })).toBeNull())
})

test('calls that do not come say so; without any it says how to get one', async () => {
  const page = open(OPEN, { [`GET ${HOOK}deliveries/?limit=10`]: refusal(500, 'internal', 'Broken') })
  expect(await page.findByText(texts.deliveriesFailed)).toBeTruthy()
  page.server.change(`GET ${HOOK}deliveries/?limit=10`, { body: { data: [], pagination: { next_cursor: null } } })
  fireEvent.click(page.getByRole('button', { name: /retry|try again/i }))
  expect(await page.findByText(texts.noDeliveries)).toBeTruthy()
})

test('a new webhook is added with a secret that is shown once', async () => {
  const page = open('webhook-new', { [`POST ${ONE}hooks/`]: { status: 201, body: { data: hook } } })
  const add = await page.findByRole('button', { name: texts.add })
  expect(add.matches(':disabled')).toBe(true)
  fireEvent.change(page.getByLabelText(texts.name), { target: { value: 'Procurement' } })
  expect(page.getByLabelText(texts.pathFor('vendor')).getAttribute('value')).toBe('$.vendor')
  fireEvent.change(page.getByLabelText(texts.pathFor('vendor')), { target: { value: 'supplier' } })
  expect(await page.findByText(texts.badPath)).toBeTruthy()
  fireEvent.change(page.getByLabelText(texts.pathFor('vendor')), { target: { value: '$.supplier.name' } })
  fireEvent.click(add)
  const shown = (await page.findByLabelText(texts.secretValue)).getAttribute('value')
  expect(shown).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(page.server.sent(`POST ${ONE}hooks/`)[0]).toMatchObject({
    name: 'Procurement',
    style: 'standard',
    repeat_by: 'id',
    mapping: { vendor: '$.supplier.name' },
    secret: shown,
  })
})

test('a new secret is shown once; a test says what it would start', async () => {
  const values = [{ variable: 'vendor', type: 'string', value: 'Brightline Freight' }]
  const test = { status: 202, instance: null, problem: null, errors: [], values, took_ms: null }
  const page = open(OPEN, {
    [`POST ${HOOK}secret/`]: { body: { data: hook } },
    [`POST ${HOOK}test/`]: { body: { data: test } },
  })
  fireEvent.click(await page.findByRole('button', { name: texts.createSecret }))
  fireEvent.click(await page.findByRole('button', { name: texts.done }))
  fireEvent.click(page.getByRole('button', { name: texts.test }))
  fireEvent.click(await page.findByRole('button', { name: texts.dryRun }))
  expect(await page.findByText(texts.wouldStart)).toBeTruthy()
  expect(page.getByText('Brightline Freight')).toBeTruthy()
  page.server.change(`POST ${HOOK}test/`, refusal(503, 'busy', 'Busy'))
  fireEvent.click(page.getByRole('button', { name: texts.send }))
  await waitFor(() => expect(page.said()).toContain(texts.testFailed))
})

test('one that no longer fits the published workflow says what is wrong, and is mended by saving', async () => {
  const old = { ...hook, mapping: { supplier: '$.supplier.name' }, fixed_values: { amount: 3 } }
  const page = open(undefined, {
    [`GET ${ONE}starts/`]: { body: { data: { ...listed, unfit: [hook.id] } } },
    [`GET ${HOOK}`]: { body: { data: old } },
    [`PUT ${HOOK}`]: { body: { data: hook } },
  })
  fireEvent.click(await page.findByRole('button', { name: /Procurement.*Doesn’t fit the workflow/ }))
  expect(await page.findByText(startTexts.unfitStops)).toBeTruthy()
  expect(page.getByText(startTexts.unfits.missing('Vendor'))).toBeTruthy()
  expect(page.getByText('Ignored: supplier and amount. Save to remove.')).toBeTruthy()
  const save = page.getByRole('button', { name: texts.save })
  expect(save.matches(':disabled')).toBe(true)
  fireEvent.change(page.getByLabelText(texts.pathFor('vendor')), { target: { value: '$.supplier.name' } })
  fireEvent.click(save)
  await waitFor(() => expect(page.said()).toContain(texts.saved))
  expect(page.server.sent(`PUT ${HOOK}`)[0]).toMatchObject({ mapping: { vendor: '$.supplier.name' }, fixed_values: {} })
})

test('what only gives too much can be saved as it is', async () => {
  const old = { ...hook, mapping: { vendor: '$.supplier.name', amount: '$.total' }, fixed_values: {} }
  const page = open(OPEN, { [`GET ${HOOK}`]: { body: { data: old } }, [`PUT ${HOOK}`]: { body: { data: hook } } })
  expect(await page.findByText(startTexts.unfitLoses)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.save }))
  await waitFor(() => expect(page.said()).toContain(texts.saved))
  expect(page.server.sent(`PUT ${HOOK}`)[0]).toMatchObject({ mapping: { vendor: '$.supplier.name' } })
})

test('what the draft adds or removes changes no webhook until it is published', async () => {
  const live = simpleDocument({ start_fields: fields, variables: { amount: { type: 'number' } } })
  const mapping = { vendor: '$.supplier.name', amount: '$.total' }
  const page = open(OPEN, {
    [`GET ${ONE}versions/4/`]: { body: { data: publishedVersion(4, live) } },
    [`GET ${ONE}`]: { body: { data: { ...whole, variables: { note: { type: 'string' } } } } },
    [`GET ${HOOK}`]: { body: { data: { ...hook, mapping } } },
    [`PUT ${HOOK}`]: { body: { data: hook } },
  })
  fireEvent.change(await page.findByLabelText(texts.name), { target: { value: 'Purchasing' } })
  expect(page.queryByLabelText(texts.pathFor('note'))).toBeNull()
  fireEvent.click(page.getByRole('button', { name: texts.save }))
  await waitFor(() => expect(page.said()).toContain(texts.saved))
  expect(page.server.sent(`PUT ${HOOK}`)[0]).toMatchObject({ name: 'Purchasing', mapping })
})

test('before the first version the draft says what is asked for; publishing it leaves what was typed', async () => {
  const page = open(OPEN, {
    [`GET ${ONE}start/`]: { body: { data: { ...startForm, version: null, fields: [] } } },
    [`GET ${ONE}`]: { body: { data: { ...whole, variables: { note: { type: 'string' } } } } },
  })
  fireEvent.change(await page.findByLabelText(texts.name), { target: { value: 'Purchasing' } })
  expect(page.getByLabelText(texts.pathFor('note'))).toBeTruthy()
  page.server.change(`GET ${ONE}start/`, { body: { data: startForm } })
  await act(() => page.queries.invalidateQueries())
  expect(page.queryByLabelText(texts.pathFor('note'))).toBeNull()
  expect(page.getByLabelText(texts.name).getAttribute('value')).toBe('Purchasing')
})

test('the body of a test is that of the last call, or one’s own', async () => {
  const page = open(OPEN)
  fireEvent.click(await page.findByRole('button', { name: texts.test }))
  const body = await page.findByDisplayValue(/Quayside/)
  fireEvent.click(page.getByRole('radio', { name: texts.testSources.own }))
  expect(page.getByDisplayValue(/"vendor"/)).toBe(body)
  fireEvent.click(page.getByRole('radio', { name: texts.testSources.last }))
  fireEvent.change(body, { target: { value: '{}' } })
  expect(page.getByDisplayValue('{}')).toBe(body)
  expect(page.getByRole('radio', { name: texts.testSources.own }).matches(':checked')).toBe(true)
})

test('a call that comes in meanwhile does not change the body that is tested, until the last call is chosen again', async () => {
  const found = { status: 202, instance: null, problem: null, errors: [], values: [], took_ms: null }
  const page = open(OPEN, { [`POST ${HOOK}test/`]: { body: { data: found } } })
  fireEvent.click(await page.findByRole('button', { name: texts.test }))
  const body = await page.findByDisplayValue(/Quayside/)
  fireEvent.click(page.getByRole('button', { name: texts.dryRun }))
  await page.findByText(texts.wouldStart)
  const newer = delivery(33, { state: 'started', instance })
  page.server.change(`GET ${HOOK}deliveries/?limit=10`, {
    body: { data: [newer, ...DELIVERIES], pagination: { next_cursor: null } },
  })
  page.server.change(`GET ${HOOK}deliveries/${id(33)}/`, {
    body: { data: { ...newer, body: '{"supplier":{"name":"Brightline"}}' } },
  })
  await act(() => page.queries.invalidateQueries())
  await waitFor(() => expect(page.server.sent(`GET ${HOOK}deliveries/${id(33)}/`)).toHaveLength(1))
  fireEvent.click(page.getByRole('button', { name: texts.send }))
  await waitFor(() => expect(page.server.sent(`POST ${HOOK}test/`)).toHaveLength(2))
  for (const call of page.server.sent(`POST ${HOOK}test/`))
    expect(call).toMatchObject({ content: expect.stringContaining('Quayside') })
  fireEvent.click(page.getByRole('radio', { name: texts.testSources.own }))
  fireEvent.click(page.getByRole('radio', { name: texts.testSources.last }))
  expect(page.getByDisplayValue(/Brightline/)).toBe(body)
})

test('an example that is sent as the first call stays in the text box', async () => {
  const none = { body: { data: [], pagination: { next_cursor: null } } }
  const sent = { status: 202, instance, problem: null, errors: [], values: [], took_ms: 12 }
  const page = open(OPEN, {
    [`GET ${HOOK}`]: { body: { data: { ...hook, style: 'bearer' } } },
    [`GET ${HOOK}deliveries/?limit=10`]: none,
    [`POST ${HOOK}test/`]: { body: { data: sent } },
  })
  fireEvent.click(await page.findByRole('button', { name: texts.test }))
  const body = await page.findByDisplayValue(/"vendor"/)
  page.server.change(`GET ${HOOK}deliveries/?limit=10`, {
    body: { data: DELIVERIES, pagination: { next_cursor: null } },
  })
  fireEvent.click(page.getByRole('button', { name: texts.send }))
  expect(await page.findByText(texts.sentWith('4f2a'))).toBeTruthy()
  expect(await page.findByRole('radio', { name: texts.testSources.own, checked: true })).toBeTruthy()
  expect(page.getByDisplayValue(/"vendor"/)).toBe(body)
})

test('who may only look changes nothing, and one that is gone says so', async () => {
  const mapping = { ...hook.mapping, supplier: '$.supplier.id' }
  const page = open(OPEN, { [`GET ${HOOK}`]: { body: { data: { ...hook, mapping } } } }, 'viewer')
  expect((await page.findByLabelText(texts.name)).matches(':disabled')).toBe(true)
  for (const name of [texts.save, texts.delete, texts.test, texts.createSecret])
    expect(page.queryByRole('button', { name })).toBeNull()
  expect(page.getByText('Ignored: supplier.')).toBeTruthy()
  page.unmount()
  const gone = open(OPEN, { [`GET ${HOOK}`]: refusal(404, 'not_found', 'Gone') })
  expect(await gone.findByText(texts.gone)).toBeTruthy()
})

test('the body of a test has something at each path', () => {
  const body = exampleBody({ mapping: { vendor: '$.supplier.name', city: '$.supplier.city', n: '$.n' } }, [])
  expect(JSON.parse(body)).toEqual({ supplier: { name: 'vendor', city: 'city' }, n: 'n' })
})

test('a body is indented, unless a number in it would become another', () => {
  expect(legible('{"id":"12345678901234567890","total":12.5}')).toBe(
    '{\n  "id": "12345678901234567890",\n  "total": 12.5\n}',
  )
  for (const body of ['{"id":12345678901234567890}', '{"rate":0.12345678901234567}', '{"n":1e400}', 'a=1'])
    expect(legible(body)).toBe(body)
})
