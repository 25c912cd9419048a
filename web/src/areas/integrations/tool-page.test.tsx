import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { ConnectionPage, type ConnectionTest, KEPT_SECRET } from '@throughline/contracts/connection-acts'
import { CatalogueTool } from '@throughline/contracts/connections'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { texts as connectTexts } from './connect/connect.texts.ts'
import { toolsKey } from './integrations.keys.ts'
import { IntegrationsScreen } from './integrations.screen.tsx'
import { texts } from './page/page.texts.ts'
import { ToolPageScreen } from './tool-page.screen.tsx'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const TOOLS = 'GET /v1/tools/'
const CONNECTIONS = 'GET /v1/tools/integrations/'
const PAGE = `GET /v1/tools/integrations/${id(2)}/`

const slack = CatalogueTool.parse({
  id: id(1),
  name: 'Slack',
  short_description: 'Posts messages',
  description: 'Posts messages to channels.',
  categories: [],
  category_details: [],
  api_endpoint: '',
  tool_url: 'https://slack.com/',
  auth_required: true,
  is_paid: false,
  version: '1.0.0',
  input_schema: {},
  output_schema: {},
  logo_icon: null,
  honours_key: false,
  operations: [{ name: 'post', title: 'Post a message', input_schema: {}, output_schema: {}, repeat: 'once' }],
  connection_schema: {
    type: 'object',
    properties: {
      token: { type: 'string', title: 'Bot token', format: 'password' },
      channel: { type: 'string', title: 'Test channel' },
    },
    required: ['token'],
  },
  sign_in: null,
  built_in: true,
  has_test: true,
})

const page = (differences: Partial<ConnectionPage> = {}) =>
  ConnectionPage.parse({
    connection: {
      id: id(2),
      tool_id: id(1),
      tool_name: 'Slack',
      user_username: 'maya',
      name: 'Main',
      usable_by: 'owner',
      connected_at: '2026-03-03T09:00:00Z',
      is_own: true,
      honours_key: false,
      health: 'working',
      active_at: '2026-11-17T09:00:00Z',
      last_called_at: null,
      account: null,
      off: [],
      problem: null,
      used_in: [],
      used_in_more: 0,
    },
    can_manage: true,
    days: Array.from({ length: 14 }, (_, n) => ({
      day: `2026-11-${String(n + 4).padStart(2, '0')}`,
      calls: n,
      failed: 0,
    })),
    calls: [],
    steps: [],
    hidden_workflows: 0,
    held: 0,
    held_since: null,
    under_way: 0,
    rotated_at: null,
    has_previous: false,
    limits: { at_once: 10, per_minute: 120, last_minute: 3 },
    usually: null,
    paused_until: null,
    signed_out: null,
    ...differences,
  })

const tested = (differences: Partial<ConnectionTest> = {}): ConnectionTest => ({
  id: id(9),
  state: 'passed',
  text: null,
  took: 400,
  private_address: false,
  taken: false,
  steps: [{ text: 'Sign in with the bot token', ok: true, ms: 148, problem: null }],
  ...differences,
})

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/integrations', component: IntegrationsScreen }),
  createRoute({ getParentRoute: () => root, path: '/integrations/$toolId', component: ToolPageScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

function open(
  answers: Parameters<typeof serve>[0] = {},
  role: RoleName = 'member',
  address = `/integrations/${id(1)}`,
) {
  const permissions = [...(builtinRole(role)?.permissions ?? [])]
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, permissions }) },
    [TOOLS]: { body: { data: [slack] } },
    [CONNECTIONS]: { body: { data: [page().connection] } },
    [PAGE]: { body: { data: page() } },
    ...answers,
  })
  return { server, shown: openRoutes(routeTree, address, () => undefined) }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('the page says how a connection does, with its days as bars and as a table', async () => {
  const rejected = { ...page().connection, health: 'rejected' as const, problem: 'It answered 422.' }
  const { shown } = open({ [PAGE]: { body: { data: page({ connection: rejected, held: 2 }) } } })
  for (const text of [texts.health.rejected, 'It answered 422.', texts.health.held(2)])
    expect(await shown.findByText(text)).toBeTruthy()
  expect(shown.getByText('91 calls')).toBeTruthy()
  fireEvent.click(shown.getByRole('button', { name: texts.health.table }))
  expect(within(shown.getByRole('table')).getAllByRole('row')).toHaveLength(15)
  expect(shown.getByText('3 of 120')).toBeTruthy()
  expect(shown.getByText(texts.rail.repeats.once)).toBeTruthy()
  expect(shown.getByText(texts.calls.none)).toBeTruthy()
})

test('calls link to the cases that one may see, and workflows that one may not see are counted', async () => {
  const call = { at: '2026-11-17T09:00:00Z', operation: 'Post a message', attempts: 1, took: 40, problem: null }
  const seen = { ...call, result: 'sent' as const, instance: { id: id(5), key: 'INV-1', name: 'Freight' } }
  const calls = page({ calls: [] }).calls.concat(
    ConnectionPage.shape.calls.parse([seen, { ...call, result: 'unknown', instance: null }]),
  )
  const { shown } = open({ [PAGE]: { body: { data: page({ calls, hidden_workflows: 2 }) } } })
  expect((await shown.findByRole('link', { name: 'INV-1 Freight' })).getAttribute('href')).toBe(`/instances/${id(5)}`)
  expect(shown.getByText(texts.calls.hidden)).toBeTruthy()
  expect(shown.getByText(texts.uses.hidden(2))).toBeTruthy()
})

test('a refused sign-in says what waits, and reconnecting keeps what is behind the dots', async () => {
  const signed_out = { at: '2026-11-17T09:00:00Z', text: 'Slack answered: token_revoked.', admins_told_at: null }
  const data = page({ signed_out, held: 3, held_since: '2026-11-17T09:00:00Z' })
  const { shown, server } = open({
    [PAGE]: { body: { data } },
    [`POST /v1/tools/integrations/${id(2)}/test/`]: { status: 202, body: { data: tested({ taken: true }) } },
  })
  expect(await shown.findByText(signed_out.text)).toBeTruthy()
  fireEvent.click(shown.getByRole('button', { name: texts.refused.reconnect }))
  const dialog = within(await shown.findByRole('dialog'))
  type(dialog.getByLabelText(/Bot token/), 'xoxb-new')
  fireEvent.click(dialog.getByRole('button', { name: connectTexts.rotate.actReconnect }))
  await shown.findByText(texts.calls.title)
  expect(server.sent(`POST /v1/tools/integrations/${id(2)}/test/`)[0]).toEqual({
    configuration: { token: 'xoxb-new', channel: KEPT_SECRET },
    take: true,
  })
})

const pays = {
  workflow: { id: id(7), name: 'Invoice Approval', prefix: 'INV' },
  step: 'pay',
  name: 'Pay',
  operation: 'Post a message',
  in_draft: true,
  in_version: true,
  running: 58,
}
const using = (...uses: object[]) => ConnectionPage.shape.steps.parse(uses)

async function askDisconnect({ shown }: ReturnType<typeof open>) {
  fireEvent.click(await shown.findByRole('button', { name: 'Disconnect' }))
  return within(await shown.findByRole('alertdialog'))
}

test('disconnecting lists the steps that stop and what is under way', async () => {
  const opened = open({ [PAGE]: { body: { data: page({ steps: using(pays), hidden_workflows: 1, under_way: 4 }) } } })
  const dialog = await askDisconnect(opened)
  expect(dialog.getByText(texts.disconnect.used(2))).toBeTruthy()
  expect(dialog.getByText('Pay · Post a message')).toBeTruthy()
  expect(dialog.getByText(texts.disconnect.running(58))).toBeTruthy()
  expect(dialog.getByText(texts.disconnect.hidden(1))).toBeTruthy()
  expect(dialog.getByText(texts.disconnect.underWay(4))).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' })))
})

const END = `DELETE /v1/tools/${id(2)}/integrations/`

test('a connection that is being ended is not read again; where that fails it is', async () => {
  const opened = open({ [END]: refusal(500, 'unexpected', 'Broken') })
  const { shown, server } = opened
  const reads = () => server.sent(PAGE).length
  const end = async () => {
    const dialog = await askDisconnect(opened)
    fireEvent.click(dialog.getByRole('button', { name: texts.disconnect.act('Main') }))
  }
  /** As a frame does that says it ended. */
  const hear = () => shown.queries.invalidateQueries({ queryKey: toolsKey })
  await end()
  await waitFor(() => expect(shown.queryByRole('alertdialog')).toBeNull())
  await hear()
  await waitFor(() => expect(reads()).toBe(2))
  server.change(END, 'silent')
  server.change(PAGE, refusal(404, 'not_found', 'This connection was not found'))
  await end()
  await hear()
  expect(reads()).toBe(2)
})

const REPLACE = `POST /v1/tools/integrations/${id(2)}/replace/`
const others = (...names: string[]) => ({
  body: { data: [page().connection, ...names.map((name, n) => ({ ...page().connection, id: id(20 + n), name }))] },
})

test('another connection takes its place in drafts, and the list then says what is not published', async () => {
  const changed = { id: id(7), name: 'Invoice Approval', steps: 1 }
  const opened = open({
    [CONNECTIONS]: others('Sales', 'Support'),
    [PAGE]: { body: { data: page({ steps: using(pays) }) } },
    [REPLACE]: { body: { data: [changed] } },
  })
  const { shown, server } = opened
  fireEvent.click((await askDisconnect(opened)).getByRole('button', { name: texts.disconnect.replace }))
  const dialog = within(await shown.findByRole('dialog', { name: texts.replace.title('Main') }))
  expect(dialog.getByText('Pay · Post a message')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: texts.replace.act(1) }))
  expect(await dialog.findByText(texts.replace.missing)).toBeTruthy()
  fireEvent.click(dialog.getByRole('combobox'))
  const option = await shown.findByRole('option', { name: /Support/ })
  fireEvent.pointerDown(option)
  fireEvent.mouseUp(option)
  fireEvent.click(option)
  server.change(PAGE, { body: { data: page({ steps: using({ ...pays, in_draft: false }) }) } })
  fireEvent.click(dialog.getByRole('button', { name: texts.replace.act(1) }))
  const asked = within(await shown.findByRole('alertdialog'))
  expect(await asked.findByText(texts.uses.notPublished)).toBeTruthy()
  expect(asked.queryByRole('button', { name: texts.disconnect.replace })).toBeNull()
  expect(server.sent(REPLACE)).toEqual([{ connection_id: id(21) }])
})

test('a refused replacement stays open, and without another connection the way to one is shown', async () => {
  const data = page({ steps: using(pays) })
  const refused = open({
    [CONNECTIONS]: others('Sales'),
    [PAGE]: { body: { data } },
    [REPLACE]: refusal(404, 'not_found', 'This connection was not found'),
  })
  fireEvent.click((await askDisconnect(refused)).getByRole('button', { name: texts.disconnect.replace }))
  fireEvent.click(await refused.shown.findByRole('button', { name: texts.replace.act(1) }))
  await waitFor(() => expect(refused.server.sent(REPLACE)).toHaveLength(1))
  expect(refused.shown.getByRole('dialog', { name: texts.replace.title('Main') })).toBeTruthy()
  refused.shown.unmount()
  const alone = open({ [PAGE]: { body: { data } } })
  fireEvent.click((await askDisconnect(alone)).getByRole('button', { name: texts.disconnect.replace }))
  const dialog = within(await alone.shown.findByRole('dialog'))
  expect(dialog.getByText(texts.replace.noOther('Slack'))).toBeTruthy()
  expect(dialog.getByRole('link', { name: texts.replace.connect })).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: texts.replace.act(1) }).disabled).toBe(true)
})

test('what could not be loaded, is not there, or is not for one’s role says so', async () => {
  const failed = open({ [PAGE]: refusal(500, 'unexpected', 'Broken') })
  expect(await failed.shown.findByText(texts.failed)).toBeTruthy()
  failed.shown.unmount()
  const gone = open({ [TOOLS]: { body: { data: [] } } })
  expect(await gone.shown.findByText(texts.gone)).toBeTruthy()
  gone.shown.unmount()
  const ended = open({ [PAGE]: refusal(404, 'not_found', 'This connection was not found') })
  expect(await ended.shown.findByText(texts.ended)).toBeTruthy()
  expect(ended.shown.getByRole('heading', { level: 1, name: 'Slack' })).toBeTruthy()
  ended.shown.unmount()
  const unconnected = open({ [CONNECTIONS]: { body: { data: [] } } })
  expect(await unconnected.shown.findByText(texts.notConnected)).toBeTruthy()
})

const CONNECT = `/integrations?tool=${id(1)}&panel=connect`
const TEST = `POST /v1/tools/${id(1)}/integrations/test/`

test('a form comes from the schema; Connect waits for a test that passed, and a change asks for another', async () => {
  const { shown } = open({ [TEST]: { status: 202, body: { data: tested() } } }, 'member', CONNECT)
  const panel = within(await shown.findByRole('complementary'))
  const connect = () => panel.getByRole<HTMLButtonElement>('button', { name: 'Connect' })
  expect(connect().disabled).toBe(true)
  fireEvent.click(panel.getByRole('button', { name: connectTexts.test }))
  expect(await panel.findByText(connectTexts.missing)).toBeTruthy()
  type(panel.getByLabelText(/Bot token/), 'xoxb-1')
  fireEvent.click(panel.getByRole('button', { name: connectTexts.test }))
  expect(await panel.findByText(connectTexts.works)).toBeTruthy()
  expect(panel.getByText('Sign in with the bot token')).toBeTruthy()
  expect(connect().disabled).toBe(false)
  type(panel.getByLabelText(/Bot token/), 'xoxb-2')
  expect(connect().disabled).toBe(true)
})

test('the form begins with what the schema gives, and what is missing or no JSON has the focus', async () => {
  const connection_schema = {
    type: 'object',
    properties: {
      host: { type: 'string', title: 'Server' },
      port: { type: 'integer', title: 'Port', default: 587 },
      is_path: { type: 'boolean', title: 'In the path', default: true },
      headers: { type: 'object', title: 'Headers', format: 'password' },
      honours_key: { type: 'boolean', title: 'Recognizes repeats' },
    },
    required: ['host'],
  }
  const { shown, server } = open(
    {
      [TOOLS]: { body: { data: [{ ...slack, connection_schema }] } },
      [TEST]: { status: 202, body: { data: tested() } },
    },
    'member',
    CONNECT,
  )
  const panel = within(await shown.findByRole('complementary'))
  const test = () => fireEvent.click(panel.getByRole('button', { name: connectTexts.test }))
  expect(panel.getByLabelText<HTMLInputElement>(/Port/).value).toBe('587')
  test()
  expect(document.activeElement).toBe(panel.getByLabelText('Server'))
  type(panel.getByLabelText('Server'), 'mail.example.com')
  type(panel.getByLabelText(/Headers/), '{ "X-Key": ')
  test()
  expect(await panel.findByText('Invalid JSON format')).toBeTruthy()
  expect(document.activeElement).toBe(panel.getByLabelText(/Headers/))
  type(panel.getByLabelText(/Headers/), '{ "X-Key": "1" }')
  expect(panel.getByText(connectTexts.onceTitle('Slack'))).toBeTruthy()
  fireEvent.click(panel.getByLabelText('Recognizes repeats'))
  expect(panel.queryByText(connectTexts.onceTitle('Slack'))).toBeNull()
  test()
  await panel.findByText(connectTexts.works)
  const sent = { host: 'mail.example.com', port: 587, is_path: true, headers: { 'X-Key': '1' }, honours_key: true }
  expect(server.sent(TEST)).toEqual([sent])
})

test('both modes are one document, in which a secret is dots that keep it', async () => {
  const { shown, server } = open({ [TEST]: { status: 202, body: { data: tested() } } }, 'member', CONNECT)
  const panel = within(await shown.findByRole('complementary'))
  type(panel.getByLabelText(/Bot token/), 'xoxb-1')
  fireEvent.click(panel.getByText('JSON Mode'))
  const json = panel.getByLabelText<HTMLTextAreaElement>(/JSON configuration/)
  expect(json.value).not.toContain('xoxb-1')
  type(json, JSON.stringify({ ...JSON.parse(json.value), channel: '#test' }))
  fireEvent.click(panel.getByRole('button', { name: connectTexts.test }))
  await panel.findByText(connectTexts.works)
  expect(server.sent(TEST)[0]).toEqual({ token: 'xoxb-1', channel: '#test' })
})

test('a private address says which setting would allow it, and a failed step what to do', async () => {
  const steps = [{ text: 'Call 10.0.0.1', ok: false, ms: 2, problem: '10.0.0.1 isn’t a public address.' }]
  const data = tested({ state: 'failed', steps, private_address: true })
  const { shown } = open({ [TEST]: { status: 202, body: { data } } }, 'member', CONNECT)
  const panel = within(await shown.findByRole('complementary'))
  type(panel.getByLabelText(/Bot token/), 'xoxb-1')
  fireEvent.click(panel.getByRole('button', { name: connectTexts.test }))
  expect(await panel.findByText(/TOOLS_TRUSTED_ORIGINS/)).toBeTruthy()
  expect(panel.getByText('10.0.0.1 isn’t a public address.')).toBeTruthy()
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Connect' }).disabled).toBe(true)
})

test('its name, who can use it and its limits are changed in one form, which says what a number may be', async () => {
  const change = `PATCH /v1/tools/integrations/${id(2)}/`
  const { shown, server } = open({ [change]: { body: { data: page() } } })
  fireEvent.click(await shown.findByRole('button', { name: texts.edit.label }))
  const dialog = within(await shown.findByRole('dialog'))
  const save = () => fireEvent.click(dialog.getByRole('button', { name: texts.edit.save }))
  type(dialog.getByLabelText(texts.edit.atOnce), '101')
  save()
  expect(await dialog.findByText(texts.edit.between(100))).toBeTruthy()
  expect(server.sent(change)).toEqual([])
  type(dialog.getByLabelText(texts.edit.atOnce), '4')
  fireEvent.click(dialog.getByLabelText(texts.edit.everyone))
  save()
  await waitFor(() => expect(shown.queryByRole('dialog')).toBeNull())
  expect(server.sent(change)).toEqual([{ name: 'Main', max_at_once: 4, max_per_minute: 120, usable_by: 'everyone' }])
})

test('an admin looks after the connection of somebody else and does not share it; others change nothing', async () => {
  const others = { ...page().connection, is_own: false }
  const admin = open({ [PAGE]: { body: { data: page({ connection: others }) } } }, 'admin')
  fireEvent.click(await admin.shown.findByRole('button', { name: texts.edit.label }))
  const dialog = within(await admin.shown.findByRole('dialog'))
  expect(dialog.getByLabelText(texts.rail.owner)).toBeTruthy()
  expect(dialog.queryByLabelText(texts.edit.everyone)).toBeNull()
  admin.shown.unmount()
  const { shown } = open({ [PAGE]: { body: { data: page({ connection: others, can_manage: false }) } } })
  await shown.findByText(texts.health.working)
  expect(shown.queryByRole('button', { name: texts.edit.label })).toBeNull()
})
