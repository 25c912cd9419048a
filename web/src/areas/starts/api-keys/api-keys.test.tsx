import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { Workflow } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { card, publishedVersion, simpleDocument } from '../../workflows/testing/sample-workflows.ts'
import { texts as startsTexts } from '../starts.texts.ts'
import { texts } from './api-keys.texts.ts'
import { ApiPanel } from './api-panel.tsx'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const ONE = `/v1/workflows/${id(1)}/`
const KEYS = `${ONE}api-keys/`

const key = {
  id: id(2),
  name: 'ERP nightly',
  end: 'c81f',
  networks: [],
  ends_at: '2027-03-31T00:00:00.000Z',
  created_at: '2026-11-01T00:00:00.000Z',
  created_by: 'Maya Okafor',
  last_used_on: '2026-11-12',
  started: 41,
}
const instance = { id: id(5), key: 'INV-879', status: 'in_progress' }
const call = { at: '2026-11-12T02:00:14.000Z', key_name: 'ERP nightly', instance }

const whole = Workflow.parse({
  ...card(1, 'Invoice approval', {}),
  id: id(1),
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

function open(more: Parameters<typeof serve>[0] = {}, mayEdit = true, role: RoleName = 'member') {
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, permissions: [...(builtinRole(role)?.permissions ?? [])] }) },
    [`GET ${KEYS}`]: { body: { data: { keys: [key], calls: [call] } } },
    [`GET ${ONE}start/`]: { body: { data: startForm } },
    [`GET ${ONE}versions/4/`]: { body: { data: publishedVersion(4, simpleDocument({ start_fields: fields })) } },
    [`GET ${ONE}`]: { body: { data: whole } },
    [`GET ${ONE}triggers/`]: { body: { triggers: { form_submissions: [] }, needs_starter: false } },
    ...more,
  })
  const root = createRootRoute()
  const Page = () => (
    <ApiPanel workflowId={id(1)} mayEdit={mayEdit} onBack={() => undefined} onClose={() => undefined} />
  )
  const tree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: Page }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])
  const toasts: ToastMessage[] = []
  const page = openRoutes(tree, '/', (message) => toasts.push(message))
  return { ...page, server, said: () => toasts.map(({ title }) => title) }
}

test('keys, an example call and what was started last stand together', async () => {
  const page = open()
  expect(await page.findByText('tlk_…c81f')).toBeTruthy()
  expect(page.getByText(texts.summary(41, 1))).toBeTruthy()
  expect(page.getByText('vendor: text, required')).toBeTruthy()
  expect(page.getByRole('link', { name: 'INV-879' }).getAttribute('href')).toBe(`/instances/${id(5)}`)
})

test('the example names answers as the API reads them, and no files or variables that it can’t give', async () => {
  const start_fields = [
    { name: 'Vendor name', variable: 'vendor', type: 'text', label: 'Vendor', required: true },
    { name: 'scan', type: 'file', label: 'Scan', required: true },
  ]
  const variables = { vendor: { type: 'string' }, total: { type: 'number' } }
  const asked = publishedVersion(4, simpleDocument({ start_fields, variables }))
  const page = open({ [`GET ${ONE}versions/4/`]: { body: { data: asked } } })
  const example = within(await page.findByRole('region', { name: texts.example }))
  expect(example.getByText(/"answers": \{\s+"Vendor name": "…"\s+\}/)).toBeTruthy()
  expect(example.getByText('Vendor name: text, required')).toBeTruthy()
})

test('a key is created, and shown once; one that fails says so', async () => {
  const page = open({ [`POST ${KEYS}`]: refusal(503, 'busy', 'Busy') })
  fireEvent.change(await page.findByLabelText(texts.name), { target: { value: 'Warehouse scanner' } })
  fireEvent.click(page.getByRole('button', { name: texts.createKey }))
  await waitFor(() => expect(page.said()).toContain(texts.createFailed))
  page.server.change(`POST ${KEYS}`, { status: 201, body: { data: key } })
  fireEvent.click(page.getByRole('button', { name: texts.createKey }))
  const shown = (await page.findByLabelText(texts.keyValue)).getAttribute('value')
  expect(shown).toMatch(/^tlk_[\w-]{43}$/)
  expect(page.server.sent(`POST ${KEYS}`).at(-1)).toMatchObject({
    name: 'Warehouse scanner',
    ends_in_days: 90,
    token: shown,
  })
})

test('where a step needs a starter, the key names who stands in', async () => {
  const triggers = { body: { triggers: { form_submissions: [] }, needs_starter: true } }
  const page = open({ [`GET ${ONE}triggers/`]: triggers, [`POST ${KEYS}`]: { status: 201, body: { data: key } } })
  fireEvent.change(await page.findByLabelText(texts.name), { target: { value: 'Warehouse scanner' } })
  expect(page.getByLabelText(startsTexts.standIn)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.createKey }))
  await page.findByLabelText(texts.keyValue)
  page.unmount()
  expect((await open().findByLabelText(texts.name)).isConnected).toBe(true)
  expect(page.queryByLabelText(startsTexts.standIn)).toBeNull()
})

test('a key is revoked after a question', async () => {
  const page = open({ [`DELETE ${KEYS}${id(2)}/`]: { body: { id: id(2) } } })
  fireEvent.click(await page.findByRole('button', { name: texts.revoke('ERP nightly') }))
  fireEvent.click(await page.findByRole('button', { name: texts.revokeConfirm }))
  await waitFor(() => expect(page.said()).toContain(texts.revoked))
})

test('without keys it says so; who may only look creates none; what does not come says so', async () => {
  const page = open({ [`GET ${KEYS}`]: { body: { data: { keys: [], calls: [] } } } }, false, 'viewer')
  expect(await page.findByText(texts.none)).toBeTruthy()
  expect(page.getByText(texts.noCalls)).toBeTruthy()
  expect(page.queryByRole('button', { name: texts.createKey })).toBeNull()
  page.unmount()
  expect(await open({ [`GET ${KEYS}`]: refusal(500, 'internal', 'Broken') }).findByText(texts.failed)).toBeTruthy()
})
