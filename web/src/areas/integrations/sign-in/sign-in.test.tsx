import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { CatalogueTool, Connection } from '@throughline/contracts/connections'
import { builtinRole } from '@throughline/contracts/permissions'
import { SignIn } from '@throughline/contracts/sign-ins'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { texts as connectTexts } from '../connect/connect.texts.ts'
import { IntegrationsScreen } from '../integrations.screen.tsx'
import { texts } from './sign-in.texts.ts'
import { keepDraft } from './sign-in-draft.ts'
import { SignInReturnScreen } from './sign-in-return.screen.tsx'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const BEGIN = `POST /v1/tools/${id(1)}/sign-in/`
const AWAY = refusal(503, 'provider_away', 'Google can’t be reached.')
const READ = `GET /v1/tools/sign-ins/${id(2)}/`
const RETURN = 'POST /v1/tools/sign-ins/return/'

const tool = (missing: string | null = null) =>
  CatalogueTool.parse({
    id: id(1),
    name: 'Google Workspace',
    short_description: 'For one account',
    description: 'For one account',
    categories: [],
    category_details: [],
    api_endpoint: '',
    tool_url: 'https://example.com/',
    auth_required: true,
    is_paid: false,
    version: '1.0.0',
    input_schema: {},
    output_schema: {},
    logo_icon: null,
    honours_key: false,
    operations: [],
    connection_schema: {},
    sign_in: {
      provider: 'Google',
      missing,
      scopes: [
        { scope: 'drive', text: 'Add files to Drive', operations: ['Put a file'] },
        { scope: 'calendar', text: 'See calendars and add events', operations: ['Add an event'] },
      ],
    },
    built_in: true,
    has_test: false,
  })

const signIn = (differences: Partial<SignIn>) =>
  SignIn.parse({
    id: id(2),
    tool_id: id(1),
    state: 'signed_in',
    problem: null,
    account: 'ops@harborvale.test',
    asked: ['drive', 'calendar'],
    granted: ['drive'],
    tested: [{ text: 'Signed in as ops@harborvale.test', ok: true, ms: 212 }],
    begun_at: '2026-11-18T10:42:00Z',
    ...differences,
  })

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/integrations', component: IntegrationsScreen }),
  createRoute({ getParentRoute: () => root, path: '/integrations/sign-in', component: SignInReturnScreen }),
])

const PANEL = `/integrations?tool=${id(1)}&panel=connect`
const BACK = `${PANEL}&sign_in=${id(2)}`

function open(address: string, answers: Parameters<typeof serve>[0] = {}, missing: string | null = null) {
  const permissions = [...(builtinRole('member')?.permissions ?? [])]
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role: 'member', permissions }) },
    'GET /v1/tools/': { body: { data: [tool(missing)] } },
    'GET /v1/tools/integrations/': { body: { data: [] } },
    ...answers,
  })
  return { server, page: openRoutes(routeTree, address, () => undefined) }
}

test('before, the panel says what will be asked for, what needs it, and what will happen', async () => {
  const { page, server } = open(PANEL, { [BEGIN]: AWAY })
  const drive = await page.findByRole('checkbox', { name: /Add files to Drive/ })
  expect(page.getByText('Put a file')).toBeTruthy()
  for (const sentence of [texts.opens('Google'), texts.sendsBack, texts.tests])
    expect(page.getByText(sentence)).toBeTruthy()
  fireEvent.click(drive)
  fireEvent.click(page.getByRole('button', { name: texts.goOn('Google') }))
  await waitFor(() => expect(server.sent(BEGIN)).toEqual([{ scopes: ['calendar'] }]))
  expect((await page.findByRole('alert')).textContent).toContain('Google can’t be reached.')
  fireEvent.click(page.getByRole('checkbox', { name: /See calendars/ }))
  expect(page.getByText(texts.nothingAsked)).toBeTruthy()
})

test('without a registration the panel says what has to be done first', async () => {
  const { page } = open(PANEL, {}, 'Register it first.')
  expect(await page.findByText('Register it first.')).toBeTruthy()
  expect(page.getByRole('button', { name: texts.goOn('Google') })).toHaveProperty('disabled', true)
})

test('after, the draft is kept, and who it is, what was granted and the test are shown one by one', async () => {
  keepDraft(id(2), { name: 'Operations', usableBy: 'everyone', scopes: ['drive', 'calendar'] })
  const { page } = open(BACK, { [READ]: { body: { data: signIn({}) } } })
  expect(await page.findByText(texts.signedIn('Google'))).toBeTruthy()
  expect(page.getByText(/^as ops@harborvale.test/)).toBeTruthy()
  expect(page.getByLabelText(texts.name)).toHaveProperty('value', 'Operations')
  const granted = within(page.getByRole('region', { name: texts.granted('Google') }))
  expect(granted.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Add files to Drive${texts.isGranted}`,
    `See calendars and add events${texts.notGranted}`,
  ])
  expect(granted.getByText(/“Add an event” stays off/)).toBeTruthy()
  expect(page.getByRole('region', { name: connectTexts.works })).toBeTruthy()
})

test('a connection whose sign-in ended takes the new sign-in, and keeps its name and its users', async () => {
  const old = Connection.parse({
    id: id(3),
    tool_id: id(1),
    tool_name: 'Google Workspace',
    user_username: 'maya',
    name: 'Operations',
    usable_by: 'everyone',
    connected_at: '2026-03-03T09:00:00Z',
    is_own: true,
    honours_key: false,
    health: 'needs_attention',
    active_at: null,
    last_called_at: null,
    account: 'ops@harborvale.test',
    off: [],
    problem: null,
    used_in: [],
    used_in_more: 0,
  })
  const RECONNECT = `PUT /v1/tools/integrations/${old.id}/sign-in/`
  keepDraft(id(2), { name: 'Operations', usableBy: 'owner', scopes: ['drive'], connectionId: old.id })
  const { page, server } = open(BACK, {
    [READ]: { body: { data: signIn({}) } },
    [RECONNECT]: { body: { data: old } },
    'GET /v1/tools/integrations/': { body: { data: [old] } },
  })
  expect(await page.findByRole('complementary', { name: texts.reconnectTitle('Operations') })).toBeTruthy()
  expect(await page.findByText(/The old sign-in stays until you reconnect/)).toBeTruthy()
  expect(page.queryByLabelText(texts.name)).toBeNull()
  fireEvent.click(page.getByRole('button', { name: texts.reconnect }))
  await waitFor(() => expect(server.sent(RECONNECT)).toEqual([{ sign_in: id(2) }]))
})

test('canceled there: the same panel with the provider’s reason, and nothing kept', async () => {
  const failed = signIn({ state: 'failed', problem: 'The user denied it.', account: null, granted: [], tested: [] })
  const { page } = open(BACK, { [READ]: { body: { data: failed } } })
  const alert = await page.findByRole('alert')
  expect(alert.textContent).toContain('The user denied it.')
  expect(alert.textContent).toContain(texts.nothingKept)
  expect(page.getByRole('button', { name: texts.goOn('Google') })).toBeTruthy()
})

test('coming back hands over what the provider sent, once, and opens the panel', async () => {
  const { page, server } = open('/integrations/sign-in?state=abc&code=xyz&iss=https%3A%2F%2Fissuer.test', {
    [RETURN]: { status: 202, body: { data: signIn({}) } },
    [READ]: { body: { data: signIn({}) } },
  })
  expect(await page.findByText(texts.signedIn('Google'))).toBeTruthy()
  expect(server.sent(RETURN)).toEqual([{ state: 'abc', code: 'xyz', iss: 'https://issuer.test' }])
  expect(page.router.state.location.href).not.toContain('xyz')
})

test('an answer that is not this browser’s says so', async () => {
  const unknown = refusal(409, 'sign_in_unknown', 'This sign-in was started in another browser.')
  const { page } = open('/integrations/sign-in?state=abc&code=xyz', { [RETURN]: unknown })
  expect(await page.findByText('This sign-in was started in another browser.')).toBeTruthy()
})
