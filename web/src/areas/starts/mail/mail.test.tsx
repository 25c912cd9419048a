import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { MailAddress } from '@throughline/contracts/mail-starts'
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
import { texts as startsTexts } from '../starts.texts.ts'
import { mailTexts as texts } from './mail.texts.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const ONE = `/v1/workflows/${id(1)}/`
const ADDRESSES = `${ONE}mail-addresses/`
const GET_ONE = `GET ${ADDRESSES}${id(2)}/`

const mail = (n: number, more: object) => ({
  id: id(n),
  received_at: '2026-11-12T09:00:00.000Z',
  state: 'started',
  sender: 'billing@brightline.example',
  subject: `Invoice ${n}`,
  verified: true,
  reason: null,
  instance: null,
  ...more,
})

const address = MailAddress.parse({
  id: id(2),
  workflow_id: id(1),
  name: 'Invoices',
  address: 'invoices-7k2m9x@in.throughline.test',
  senders: 'domains',
  domains: ['brightline.example', 'quayside.example'],
  thanks: false,
  paused_at: null,
  started: 63,
  held: 1,
  last_at: '2026-11-12T09:00:00.000Z',
  mapping: { vendor: '$.sender_name' },
  fixed_values: {},
  people: [],
  stand_in: null,
  told: { id: id(9), name: 'Maya Okafor' },
  version: 3,
})
const MAILS = `${GET_ONE}mails/?limit=20`
const listed = (data: readonly object[], next: string | null = null) => ({
  body: { data, pagination: { next_cursor: next } },
})
const held = mail(6, { state: 'held', verified: false, reason: 'The sender isn’t verified.' })
const recentMails = [
  mail(5, { instance: { id: id(50), key: 'INV-881', status: 'in_progress' } }),
  held,
  mail(7, { state: 'duplicate', instance: { id: id(50), key: 'INV-881', status: 'in_progress' } }),
  mail(8, { state: 'rejected', reason: 'Rejected: over 25 MB', sender: null, subject: null, verified: false }),
]

const whole = Workflow.parse({
  ...card(1, 'Invoice approval', { id: address.workflow_id }),
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

const noStarts = {
  held: null,
  unfit: [],
  forms: [],
  schedules: [],
  webhooks: [],
  api_keys: [],
  started: { by_person: 0, by_key: 0, capped: false },
  time_zone: 'UTC',
}

function Page({ first }: { first: string | undefined }) {
  const [start, setStart] = useState(first)
  return (
    <StartsPanel
      workflow={{ id: address.workflow_id, name: 'Invoice approval' }}
      start={start}
      onOpen={setStart}
      onClose={() => setStart(undefined)}
    />
  )
}

function open(start: string | undefined, more: Parameters<typeof serve>[0] = {}, role: RoleName = 'member') {
  const root = createRootRoute()
  const tree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: () => <Page first={start} /> }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, permissions: [...(builtinRole(role)?.permissions ?? [])] }) },
    [`GET ${ONE}starts/`]: { body: { data: noStarts } },
    [`GET ${ADDRESSES}`]: { body: { data: { domain: 'in.throughline.test', addresses: [address] } } },
    [GET_ONE]: { body: { data: address } },
    [MAILS]: listed(recentMails),
    [`GET ${ONE}start/`]: { body: { data: startForm } },
    [`GET ${ONE}versions/4/`]: { body: { data: publishedVersion(4, simpleDocument({ start_fields: fields })) } },
    [`GET ${ONE}`]: { body: { data: whole } },
    [`GET ${ONE}triggers/`]: { body: { triggers: { form_submissions: [] }, needs_starter: false } },
    ...more,
  })
  const toasts: ToastMessage[] = []
  const page = openRoutes(tree, '/', (message) => toasts.push(message))
  return { ...page, server, said: () => toasts.map(({ title }) => title) }
}

test('the overview lists addresses with whose mail they take and what is held', async () => {
  const page = open(undefined)
  const kind = within(await page.findByRole('region', { name: texts.kind }))
  expect(kind.getByText(/^Verified senders from 2 domains\. Last email /)).toBeTruthy()
  expect(kind.getByText('1 email held')).toBeTruthy()
  fireEvent.click(kind.getByRole('button', { name: /invoices-7k2m9x/ }))
  expect(await page.findByText(texts.recent)).toBeTruthy()
})

test('where no mail is received, nothing of it shows; a list that fails says so', async () => {
  const none = open(undefined, { [`GET ${ADDRESSES}`]: { body: { data: { domain: null, addresses: [] } } } })
  await none.findByRole('region', { name: 'A schedule' })
  expect(none.queryByRole('region', { name: texts.kind })).toBeNull()
  none.unmount()
  const failed = open(undefined, { [`GET ${ADDRESSES}`]: refusal(500, 'internal', 'Broken') })
  expect(await failed.findByText(texts.listFailed)).toBeTruthy()
})

test('recent emails say what became of each, and a held one is started or dismissed', async () => {
  const page = open(`mail-${id(2)}`, {
    [`POST ${ADDRESSES}${id(2)}/mails/${id(6)}/decide/`]: { body: { data: address } },
  })
  const recent = within(await page.findByRole('region', { name: texts.recent }))
  expect((await recent.findByRole('link', { name: 'INV-881' })).getAttribute('href')).toBe(`/instances/${id(50)}`)
  expect(recent.getByRole('link', { name: 'Duplicate of INV-881' })).toBeTruthy()
  expect(recent.getByText('Rejected: over 25 MB')).toBeTruthy()
  expect(recent.getByText('The sender isn’t verified.')).toBeTruthy()
  fireEvent.click(recent.getByRole('button', { name: texts.releaseLabel('Invoice 6') }))
  await waitFor(() => expect(page.said()).toContain(texts.released))
  expect(page.server.sent(`POST ${ADDRESSES}${id(2)}/mails/${id(6)}/decide/`)).toEqual([{ start: true }])
})

test('held emails stand apart, page after page, and say so where there are none or they don’t come', async () => {
  const HELD = `${MAILS}&held=true`
  const view = open(`mail-${id(2)}`, {
    [HELD]: listed([held], 'next'),
    [`${HELD}&cursor=next`]: listed([mail(9, { state: 'held', reason: 'The address was paused.' })]),
  })
  const list = within(await view.findByRole('region', { name: texts.recent }))
  fireEvent.click(list.getByRole('radio', { name: texts.onlyHeld }))
  expect(await list.findByText('The sender isn’t verified.')).toBeTruthy()
  expect(list.queryByRole('link', { name: 'INV-881' })).toBeNull()
  fireEvent.click(list.getByRole('button', { name: startsTexts.more }))
  expect(await list.findByText('The address was paused.')).toBeTruthy()
  view.unmount()
  const none = open(`mail-${id(2)}`, { [HELD]: listed([]) })
  fireEvent.click(await none.findByRole('radio', { name: texts.onlyHeld }))
  expect(await none.findByText(texts.noneHeld)).toBeTruthy()
  none.unmount()
  expect(
    await open(`mail-${id(2)}`, { [MAILS]: refusal(500, 'internal', 'Broken') }).findByText(texts.recentFailed),
  ).toBeTruthy()
})

test('a reply says what it was added to, and a held one is added or dismissed', async () => {
  const instance = { id: id(50), key: 'INV-881', status: 'in_progress' }
  const recent = [
    mail(10, { state: 'joined', instance }),
    mail(11, { state: 'held', verified: false, reason: 'A reply whose sender isn’t verified.', instance }),
  ]
  const decided = `POST ${ADDRESSES}${id(2)}/mails/${id(11)}/decide/`
  const page = open(`mail-${id(2)}`, {
    [MAILS]: listed(recent),
    [decided]: { body: { data: address } },
  })
  const list = within(await page.findByRole('region', { name: texts.recent }))
  expect(await list.findByRole('link', { name: texts.addedTo('INV-881') })).toBeTruthy()
  expect(list.getByText('A reply whose sender isn’t verified.')).toBeTruthy()
  fireEvent.click(list.getByRole('button', { name: texts.joinLabel('Invoice 11', 'INV-881') }))
  await waitFor(() => expect(page.said()).toContain(texts.joining('INV-881')))
  expect(page.server.sent(decided)).toEqual([{ start: true }])
})

test('a new address needs a name and what the workflow requires; parts that fit by name are chosen', async () => {
  const page = open('mail-new', { [`POST ${ADDRESSES}`]: { status: 201, body: { data: address } } })
  const add = await page.findByRole('button', { name: texts.add })
  expect(page.getByText(texts.addressLater('in.throughline.test'))).toBeTruthy()
  expect(add.matches(':disabled')).toBe(true)
  fireEvent.change(page.getByLabelText(texts.name), { target: { value: 'Invoices' } })
  fireEvent.click(page.getByRole('radio', { name: texts.senderKinds.domains }))
  expect(add.matches(':disabled')).toBe(true)
  fireEvent.change(page.getByLabelText(texts.domains), { target: { value: '@Brightline.example; quayside.example' } })
  fireEvent.click(page.getByRole('checkbox', { name: new RegExp(texts.thanks) }))
  fireEvent.click(add)
  await waitFor(() => expect(page.said()).toContain(texts.added))
  expect(page.server.sent(`POST ${ADDRESSES}`)[0]).toMatchObject({
    name: 'Invoices',
    senders: 'domains',
    domains: ['brightline.example', 'quayside.example'],
    thanks: true,
    mapping: { vendor: '$.sender_name' },
  })
})

test('a pause that fails is said, people who may only look change nothing, and one that is gone says so', async () => {
  const page = open(`mail-${id(2)}`, { [`POST ${ADDRESSES}${id(2)}/pause/`]: refusal(503, 'busy', 'Busy') })
  fireEvent.click(await page.findByRole('switch'))
  await waitFor(() => expect(page.said()).toContain(texts.pauseFailed))
  page.unmount()
  const viewer = open(`mail-${id(2)}`, {}, 'viewer')
  expect((await viewer.findByLabelText(texts.name)).matches(':disabled')).toBe(true)
  expect(await viewer.findByText('The sender isn’t verified.')).toBeTruthy()
  expect(viewer.queryByRole('button', { name: texts.delete })).toBeNull()
  expect(viewer.queryByRole('button', { name: texts.releaseLabel('Invoice 6') })).toBeNull()
  viewer.unmount()
  const gone = open(`mail-${id(2)}`, { [GET_ONE]: refusal(404, 'not_found', 'Gone') })
  expect(await gone.findByText(texts.gone)).toBeTruthy()
})
