import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { CatalogueTool, Connection } from '@throughline/contracts/connections'
import { ToolId, WorkflowId } from '@throughline/contracts/ids'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { spec, texts } from './catalogue/catalogue.texts.ts'
import { IntegrationsScreen } from './integrations.screen.tsx'
import { texts as pageTexts } from './page/page.texts.ts'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const TOOLS = 'GET /v1/tools/'
const CONNECTIONS = 'GET /v1/tools/integrations/'
const ADD = 'POST /v1/tools/'
const CONNECT = `POST /v1/tools/${id(1)}/integrations/?name=IBAN+check&usable_by=owner`

const tool = (last: number, name: string, differences: Partial<CatalogueTool> = {}) =>
  CatalogueTool.parse({
    id: id(last),
    name,
    short_description: `${name} in short`,
    description: `${name} at length`,
    categories: [],
    category_details: [],
    api_endpoint: 'https://api.example.com/v1',
    tool_url: 'https://example.com/',
    auth_required: false,
    is_paid: false,
    version: '1.0.0',
    input_schema: {},
    output_schema: {},
    logo_icon: null,
    honours_key: false,
    operations: [],
    connection_schema: {},
    sign_in: null,
    built_in: false,
    has_test: false,
    ...differences,
  })

const iban = tool(1, 'IBAN check', {
  categories: ['finance'],
  category_details: [{ id: 'finance', name: 'Finance' }],
  auth_required: true,
  is_paid: true,
})
const register = tool(2, 'Company register', {
  categories: ['sales'],
  category_details: [{ id: 'sales', name: 'Sales' }],
})

const connection = (last: number, name: string, differences: Partial<Connection> = {}) =>
  Connection.parse({
    id: id(last),
    tool_id: iban.id,
    tool_name: iban.name,
    user_username: 'maya',
    name,
    usable_by: 'owner',
    connected_at: '2026-03-03T09:00:00Z',
    is_own: true,
    honours_key: false,
    health: 'working',
    active_at: '2026-11-17T09:00:00.000Z',
    last_called_at: '2026-03-04T09:00:00Z',
    account: null,
    off: [],
    problem: null,
    used_in: [],
    used_in_more: 0,
    ...differences,
  })
const main = connection(11, 'Main')
const pageOf = (one: Connection) => `GET /v1/tools/integrations/${one.id}/`
const BROKEN = refusal(500, 'unexpected', 'Broken')

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/integrations', component: IntegrationsScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

function open(answers: Parameters<typeof serve>[0] = {}, role: RoleName = 'member', address = '/integrations') {
  const permissions = [...(builtinRole(role)?.permissions ?? [])]
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, permissions }) },
    [TOOLS]: { body: { data: [iban, register] } },
    [CONNECTIONS]: { body: { data: [] } },
    ...answers,
  })
  const toasts: { title: string; description?: unknown }[] = []
  const page = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { server, page, toasts }
}
type Page = ReturnType<typeof open>['page']

const card = async (page: Page, name: string) =>
  within((await page.findByRole('link', { name })).closest('li') ?? document.body)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('a card says what the tool asks for, what it is for and who connected it', async () => {
  const { page } = open({ [CONNECTIONS]: { body: { data: [main] } } })
  const connected = await card(page, 'IBAN check')
  expect(connected.getByText('AUTH')).toBeTruthy()
  expect(connected.getByText('PAID')).toBeTruthy()
  expect(connected.getByText('Finance').className).toContain('uppercase')
  expect(connected.getByText('Connected by: @maya')).toBeTruthy()
  const other = await card(page, 'Company register')
  expect(other.queryByText('AUTH')).toBeNull()
  expect(other.getByText(texts.notConnected)).toBeTruthy()
  const names = page.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(names, 'connected ones come first').toEqual(['IBAN check', 'Company register'])
})

test('tools are found by category and by words; nothing found leads back to all', async () => {
  const { page } = open()
  await card(page, 'IBAN check')
  fireEvent.click(page.getByRole('button', { name: 'Sales' }))
  await waitFor(() => expect(page.queryByRole('link', { name: 'IBAN check' })).toBeNull())
  const search = page.getByRole('searchbox', { name: texts.find })
  type(search, 'iban')
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(await page.findByText(texts.noMatch)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.showAll }))
  await card(page, 'IBAN check')
  await card(page, 'Company register')
})

test('while tools are on their way that is said; tools that do not come can be asked for again', async () => {
  const waiting = open({ [TOOLS]: 'silent' })
  expect(await waiting.page.findByText('Loading integrations...')).toBeTruthy()
  waiting.page.unmount()
  const { page, server } = open({ [CONNECTIONS]: { status: 500, body: {} } })
  const alert = await page.findByRole('alert')
  expect(alert.textContent).toContain('Error loading integrations')
  expect(alert.textContent).toContain('Failed to load integrations')
  server.change(CONNECTIONS, { body: { data: [] } })
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }))
  await card(page, 'IBAN check')
})

test('without tools it says how to add one; those who may only look are offered nothing', async () => {
  const empty = open({ [TOOLS]: { body: { data: [] } } })
  expect(await empty.page.findByText(texts.none)).toBeTruthy()
  expect(empty.page.getAllByRole('button', { name: spec.add })).toHaveLength(2)
  empty.page.unmount()
  const { page } = open({ [CONNECTIONS]: { body: { data: [main] } } }, 'viewer')
  await card(page, 'IBAN check')
  for (const name of [spec.add, /^Connect/, /^Disconnect/]) expect(page.queryByRole('button', { name })).toBeNull()
  expect(page.queryByRole('link', { name: texts.tabs.secrets })).toBeNull()
})

test('the panel of a tool names its connections; only one’s own can be ended', async () => {
  const theirs = connection(12, 'Shared', { user_username: 'theo', usable_by: 'everyone', is_own: false })
  const { page } = open({ [CONNECTIONS]: { body: { data: [theirs, main] } } })
  fireEvent.click(await page.findByRole('link', { name: 'IBAN check' }))
  const panel = within(await page.findByRole('complementary', { name: 'IBAN check' }))
  expect(panel.getByText('IBAN check at length')).toBeTruthy()
  expect(panel.getByText('https://api.example.com/v1')).toBeTruthy()
  expect(panel.getByText('Connected by: @theo')).toBeTruthy()
  expect(panel.getByText(texts.panel.usableBy.everyone)).toBeTruthy()
  expect(panel.getByRole('button', { name: texts.disconnectNamed('Main') })).toBeTruthy()
  expect(panel.queryByRole('button', { name: texts.disconnectNamed('Shared') })).toBeNull()
})

test('a connection says how its last call went, and disconnecting which workflows stop', async () => {
  const used = { used_in: [{ id: WorkflowId.parse(id(21)), name: 'Pay invoices' }], used_in_more: 1 }
  const broken = connection(14, 'Broken', { health: 'rejected', problem: 'It answered 422.', ...used })
  const { page } = open({ [CONNECTIONS]: { body: { data: [broken] } }, [pageOf(broken)]: BROKEN })
  const shown = await card(page, 'IBAN check')
  expect(shown.getByText(texts.health.rejected)).toBeTruthy()
  expect(shown.getByText(/^Calls are/).textContent).toBe('Calls are being rejected. It answered 422.')
  fireEvent.click(page.getByRole('link', { name: 'IBAN check' }))
  const panel = within(await page.findByRole('complementary', { name: 'IBAN check' }))
  expect(panel.getByText('It answered 422.')).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: texts.disconnectNamed('Broken') }))
  expect(await page.findByText(pageTexts.disconnect.used(2))).toBeTruthy()
})

test('what needs somebody comes first, says why, and offers the way to reconnect it', async () => {
  const refused = connection(15, 'Desk', { tool_id: register.id, health: 'needs_attention' })
  const slow = connection(16, 'Bank', { health: 'slow', used_in_more: 3 })
  const { page } = open({ [CONNECTIONS]: { body: { data: [slow, refused] } } })
  const first = await card(page, 'Company register')
  expect(page.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Company register',
    'IBAN check',
  ])
  expect(first.getByText(texts.troubles.needs_attention)).toBeTruthy()
  const reconnect = first.getByRole('link', { name: texts.reconnectNamed('Desk') })
  expect(reconnect.getAttribute('href')).toContain(`/integrations/${register.id}?connection=`)
  const second = await card(page, 'IBAN check')
  expect(second.getByText(texts.troubles.slow)).toBeTruthy()
  expect(second.getByText(texts.usedIn(3))).toBeTruthy()
})

test('tools are told apart by what they look like', async () => {
  const slack = tool(3, 'Slack', { id: ToolId.parse('c0000005-0000-4000-8000-000000000000'), built_in: true })
  const { page } = open({ [TOOLS]: { body: { data: [iban, register, slack] } } })
  await card(page, 'Slack')
  const drawings = page.getAllByRole('heading', { level: 3 }).map((title) => {
    const mark = title.closest('li')?.querySelector('svg')
    return mark?.innerHTML
  })
  expect(new Set(drawings).size).toBe(3)
})

test('an address with an unknown tool says so', async () => {
  const { page } = open({}, 'member', `/integrations?tool=${id(99)}`)
  expect(await page.findByText(texts.panel.gone)).toBeTruthy()
})

test('disconnecting asks first, and leaves the tool ready to connect', async () => {
  const DISCONNECT = `DELETE /v1/tools/${main.id}/integrations/`
  const { page, server, toasts } = open({
    [CONNECTIONS]: { body: { data: [main] } },
    [pageOf(main)]: BROKEN,
    [DISCONNECT]: { body: { id: main.id } },
  })
  fireEvent.click((await card(page, 'IBAN check')).getByRole('button', { name: /^Disconnect/ }))
  const dialog = within(await page.findByRole('alertdialog', { name: pageTexts.disconnect.title('Main') }))
  server.change(CONNECTIONS, { body: { data: [] } })
  fireEvent.click(dialog.getByRole('button', { name: texts.disconnectNamed('Main') }))
  await waitFor(() => expect(toasts[0]?.title).toBe(texts.disconnected('Main')))
  expect(server.sent(DISCONNECT)).toHaveLength(1)
  expect(await page.findByRole('button', { name: texts.connectNamed('IBAN check') })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('link', { name: 'IBAN check' })))
})

test('of several connections one is chosen in the panel, and a refusal is said in the server’s words', async () => {
  const second = connection(13, 'Second')
  const said = 'This connection was not found'
  const { page, toasts } = open({
    [CONNECTIONS]: { body: { data: [main, second] } },
    [pageOf(second)]: BROKEN,
    [`DELETE /v1/tools/${second.id}/integrations/`]: refusal(404, 'not_found', said),
  })
  fireEvent.click((await card(page, 'IBAN check')).getByRole('button', { name: /^Disconnect/ }))
  const panel = within(await page.findByRole('complementary', { name: 'IBAN check' }))
  expect(page.queryByRole('alertdialog')).toBeNull()
  fireEvent.click(panel.getByRole('button', { name: texts.disconnectNamed('Second') }))
  const dialog = within(await page.findByRole('alertdialog'))
  fireEvent.click(dialog.getByRole('button', { name: texts.disconnectNamed('Second') }))
  await waitFor(() => expect(toasts[0]).toMatchObject({ title: texts.disconnectFailed, description: said }))
})

async function openConnect(page: Page) {
  fireEvent.click(await page.findByRole('button', { name: texts.connectNamed('IBAN check') }))
  return within(await page.findByRole('complementary', { name: texts.connecting.title('IBAN check') }))
}

test('a tool is connected with metadata, and the panel closes', async () => {
  const { page, server, toasts } = open({ [CONNECT]: { status: 201, body: { data: main } } })
  const panel = await openConnect(page)
  expect(document.activeElement).toBe(panel.getByLabelText(texts.connecting.name))
  type(panel.getByLabelText(texts.connecting.metadata), 'key 12345')
  fireEvent.click(panel.getByRole('button', { name: spec.connect }))
  await waitFor(() => expect(toasts[0]?.title).toBe(texts.connecting.connected('Main')))
  expect(server.sent(CONNECT)).toEqual([{ metadata: 'key 12345' }])
  await waitFor(() => expect(page.queryByRole('complementary')).toBeNull())
})

test('a tool is connected with JSON, which holds what the form said, and must be JSON', async () => {
  const { page, server, toasts } = open({ [CONNECT]: { status: 201, body: { data: main } } })
  const panel = await openConnect(page)
  type(panel.getByLabelText(texts.connecting.metadata), 'key')
  fireEvent.click(panel.getByRole('radio', { name: 'JSON Mode' }))
  const json = panel.getByLabelText(texts.connecting.json)
  expect(json).toHaveProperty('value', '{\n  "metadata": "key"\n}')
  type(json, '{ "key": }')
  fireEvent.click(panel.getByRole('button', { name: spec.connect }))
  expect(panel.getByText('Invalid JSON format')).toBeTruthy()
  fireEvent.click(panel.getByRole('radio', { name: 'Form Mode' }))
  expect(panel.getByText('Invalid JSON format. Please correct before switching to form mode.')).toBeTruthy()
  expect(server.sent(CONNECT)).toHaveLength(0)
  type(json, '{ "key": { "id": 7 }, "metadata": "note" }')
  fireEvent.click(panel.getByRole('radio', { name: 'Form Mode' }))
  expect(panel.getByLabelText(texts.connecting.metadata)).toHaveProperty('value', 'note')
  fireEvent.click(panel.getByRole('button', { name: spec.connect }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(server.sent(CONNECT), 'what the form does not show is kept').toEqual([{ key: { id: 7 }, metadata: 'note' }])
})

test('a connection that the server refuses says why: at the name, or above the form', async () => {
  const { page, server } = open({ [CONNECT]: refusal(409, 'name_taken', 'Choose another.') })
  const panel = await openConnect(page)
  fireEvent.click(panel.getByRole('button', { name: spec.connect }))
  expect(await panel.findByText('Choose another.')).toBeTruthy()
  expect(document.activeElement).toBe(panel.getByLabelText(texts.connecting.name))
  server.change(CONNECT, { status: 500, body: {} })
  fireEvent.click(panel.getByRole('button', { name: spec.connect }))
  expect((await panel.findByRole('alert')).textContent).toContain('Failed to connect integration')
})

test('closing the panel asks before a configuration is lost', async () => {
  const { page } = open()
  const panel = await openConnect(page)
  type(panel.getByLabelText(texts.connecting.metadata), 'key')
  fireEvent.click(panel.getByRole('button', { name: texts.cancel }))
  const dialog = within(await page.findByRole('alertdialog', { name: 'Discard all unsaved changes?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(page.queryByRole('complementary')).toBeNull())
})

const NEW = {
  name: 'IBAN check',
  version: '1.0.0',
  short_description: 'Checks accounts',
  description: 'Checks that an account belongs to a name.',
  api_endpoint: 'https://api.example.com/v1',
  tool_url: 'https://example.com/',
}

async function openAdd(page: Page) {
  await page.findByRole('link', { name: 'IBAN check' })
  fireEvent.click(page.getByRole('button', { name: spec.add }))
  return within(await page.findByRole('complementary', { name: spec.add }))
}
type Panel = Awaited<ReturnType<typeof openAdd>>

function fillIn(panel: Panel) {
  const { adding } = texts
  type(panel.getByLabelText(adding.name), NEW.name)
  type(panel.getByLabelText(adding.shortDescription), NEW.short_description)
  type(panel.getByLabelText(adding.description), NEW.description)
  type(panel.getByLabelText(adding.endpoint), NEW.api_endpoint)
  type(panel.getByLabelText(adding.url), NEW.tool_url)
}

test('a tool is added by form: required fields first, schemas as JSON', async () => {
  const { page, server, toasts } = open({ [ADD]: { status: 201, body: { data: iban } } })
  const panel = await openAdd(page)
  const submit = panel.getByRole('button', { name: spec.add })
  fireEvent.click(submit)
  expect(await panel.findAllByText(texts.adding.wrong.address)).toHaveLength(2)
  expect(document.activeElement).toBe(panel.getByLabelText(texts.adding.name))
  fillIn(panel)
  const schema = panel.getByLabelText(texts.adding.input)
  type(schema, '{ "type": ')
  expect(panel.getByText('Invalid JSON format')).toBeTruthy()
  expect(submit).toHaveProperty('disabled', true)
  type(schema, '{ "type": "object" }')
  fireEvent.click(panel.getByRole('checkbox', { name: texts.adding.auth }))
  fireEvent.click(submit)
  await waitFor(() => expect(toasts[0]?.title).toBe(texts.adding.added('IBAN check')))
  const sent = { ...NEW, auth_required: true, is_paid: false, input_schema: { type: 'object' }, output_schema: {} }
  expect(server.sent(ADD)).toMatchObject([sent])
  await waitFor(() => expect(page.queryByRole('complementary')).toBeNull())
})

test('a tool is added as JSON, which the form shows too', async () => {
  const { page, server, toasts } = open({ [ADD]: { status: 201, body: { data: iban } } })
  const panel = await openAdd(page)
  fireEvent.click(panel.getByRole('radio', { name: texts.adding.json }))
  const json = panel.getByLabelText(texts.adding.jsonLabel)
  type(json, '{')
  fireEvent.click(panel.getByRole('radio', { name: texts.adding.form }))
  expect(panel.getByText('Invalid JSON format. Please correct before switching to form mode.')).toBeTruthy()
  type(json, JSON.stringify({ ...NEW, api_endpoint: 'nowhere', color: 'red' }))
  fireEvent.click(panel.getByRole('button', { name: spec.add }))
  expect(await panel.findByText(texts.adding.wrongFields('api_endpoint, color'))).toBeTruthy()
  type(json, JSON.stringify({ ...NEW, categories: ['finance'], is_paid: true, input_schema: { type: 'object' } }))
  fireEvent.click(panel.getByRole('radio', { name: texts.adding.form }))
  expect(panel.getByLabelText(texts.adding.endpoint)).toHaveProperty('value', NEW.api_endpoint)
  expect(panel.getByRole('checkbox', { name: texts.adding.paid })).toHaveProperty('checked', true)
  expect(panel.getByText('Finance')).toBeTruthy()
  fireEvent.click(panel.getByRole('radio', { name: texts.adding.json }))
  fireEvent.click(panel.getByRole('button', { name: spec.add }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(server.sent(ADD)).toMatchObject([{ ...NEW, categories: ['finance'], input_schema: { type: 'object' } }])
})

test('a tool that the server refuses says why: at the name, or above the form', async () => {
  const { page, server } = open({ [ADD]: refusal(409, 'name_taken', 'A tool with this name already exists') })
  const panel = await openAdd(page)
  fillIn(panel)
  fireEvent.click(panel.getByRole('button', { name: spec.add }))
  expect(await panel.findByText('A tool with this name already exists')).toBeTruthy()
  const message = 'Enter a public address that starts with https://.'
  server.change(ADD, refusal(422, 'invalid_request', message, { errors: [{ path: 'api_endpoint', message }] }))
  fireEvent.click(panel.getByRole('button', { name: spec.add }))
  expect(await panel.findByText(message)).toBeTruthy()
  server.change(ADD, { status: 500, body: {} })
  fireEvent.click(panel.getByRole('button', { name: spec.add }))
  expect((await panel.findByRole('alert')).textContent).toContain('Failed to create integration')
})

test('a document is read on a page of its own, from which the panel opens again as it was chosen', async () => {
  const { page } = open()
  const panel = await openAdd(page)
  fireEvent.click(panel.getByRole('radio', { name: texts.adding.openApi }))
  expect(await page.findByText('somewhere else')).toBeTruthy()
  page.unmount()
  const again = open({}, 'member', '/integrations?panel=add&mode=json').page
  expect(await again.findByLabelText(texts.adding.jsonLabel)).toBeTruthy()
})
