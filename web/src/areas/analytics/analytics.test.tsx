import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import { forgetStored } from '../../ui/stored.ts'
import { AnalyticsScreen } from './analytics.screen.tsx'
import { analyticsAddress } from './analytics-address.ts'
import { KEPT_FIGURES } from './kept-key.ts'
import { emptyOverview, overviewAnswer, runsAnswer } from './testing/analytics-answers.ts'

const MONTH = 'GET /v1/analytics/overview/'
const WEEK = 'GET /v1/analytics/overview/?range=week'
const AS_OF = '2026-11-18T11:41:00.000Z'
const DAYS = '2026-10-22..2026-11-18'
const down = refusal(503, 'unavailable', 'The server is busy')
const maya = (more = {}) => person({ permissions: ['analytics.view', 'work.view'], ...more })

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(AS_OF) }))

function open(answers: Parameters<typeof serve>[0], address = '/analytics', me: unknown = maya()) {
  const server = serve({ 'GET /v1/auth/me/': { body: me }, ...answers })
  const root = createRootRoute()
  const page = (path: '/analytics' | '/all-tasks') =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: (search: Record<string, unknown>) => (path === '/analytics' ? analyticsAddress(search) : search),
      component: path === '/analytics' ? AnalyticsScreen : () => null,
    })
  const view = openRoutes(root.addChildren([page('/analytics'), page('/all-tasks')]), address, () => undefined)
  return { ...view, server }
}

const region = (name: string) => screen.findByRole('region', { name })

const listPage = (data: unknown[], next_cursor: string | null = null) => ({
  body: { data, pagination: { next_cursor } },
})
const callOf = (path: string, query: Record<string, string>) => `GET ${path}?${new URLSearchParams(query)}`
const overdueTasks = () =>
  callOf('/v1/tasks/', { late: 'yes', ended: 'no', as_of: AS_OF, sort: 'dueDate', order: 'asc', limit: '50' })
const automatedRuns = (cursor?: string) =>
  callOf('/v1/analytics/runs/', {
    days: DAYS,
    type: 'manual,approval,tool',
    automated: 'true',
    as_of: AS_OF,
    ...(cursor && { cursor }),
  })

test('while the figures come, their titles stand there already', async () => {
  open({ [MONTH]: 'silent' })
  expect((await screen.findAllByText('Loading analytics data...')).length).toBeGreaterThan(0)
  expect(screen.getByText('Automation Rate')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export' }).hasAttribute('disabled')).toBe(true)
})

test('the four metrics say their value, how it changed, and whether that is better', async () => {
  open({ [MONTH]: overviewAnswer() })
  const rate = await region('Automation Rate')
  expect(rate.textContent).toContain('68%')
  expect(rate.textContent).toContain('+4 points, better')
  expect((await region('Overdue Items')).textContent).toContain('−3, better')
  expect((await region('Client On-Time Rate')).textContent).toContain('−5 points, worse')
  expect((await region('Active Workflows')).textContent).not.toMatch(/better|worse/)
  expect(screen.getByText('Oct 22 – Nov 18, 2026')).toBeTruthy()
  expect(screen.getByText(/compared with the previous 4 weeks/)).toBeTruthy()
  expect(screen.getByText('As of today at 11:41 AM, UTC')).toBeTruthy()
})

test('without a full period before, nothing is compared', async () => {
  const { summary } = overviewAnswer().body.data
  open({
    [MONTH]: overviewAnswer({
      previous: null,
      summary: { ...summary, automation: { ...summary.automation, before: null } },
    }),
  })
  expect((await region('Automation Rate')).textContent).not.toContain('points')
  expect(screen.getByText(/no full period before it to compare with/)).toBeTruthy()
})

test('another range is asked for and stands in the address', async () => {
  const { router, server } = open({ [MONTH]: overviewAnswer(), [WEEK]: overviewAnswer({ from: '2026-11-12' }) })
  await region('Overdue Items')
  fireEvent.click(screen.getByRole('radio', { name: 'Week' }))
  await screen.findByText('Nov 12 – 18, 2026')
  expect(server.sent(WEEK)).toHaveLength(1)
  expect(router.state.location.search).toEqual({ range: 'week' })
})

test('a figure opens exactly what it counted, at the same moment, and Escape leads back to it', async () => {
  const { router } = open({ [MONTH]: overviewAnswer(), [overdueTasks()]: listPage([]) })
  const figure = await screen.findByRole('link', { name: 'Overdue Items: 9, open the list' })
  fireEvent.click(figure)
  const panel = await screen.findByRole('complementary', { name: 'Overdue items 0' })
  expect(within(panel).getByText(/Longest overdue first\.$/)).toBeTruthy()
  const list = within(panel).getByRole('link', { name: 'Open as list' }).getAttribute('href') ?? ''
  expect(Object.fromEntries(new URL(list, 'http://x').searchParams)).toEqual({
    ended: 'no',
    late: 'yes',
    as_of: AS_OF,
  })
  act(() => void pressPageKey('Escape'))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(document.activeElement).toBe(figure)
})

test('a figure that was counted anew while its list stood open has the focus again afterwards', async () => {
  const later = '2026-11-18T11:42:00.000Z'
  const { server, router } = open({ [MONTH]: overviewAnswer(), [overdueTasks()]: listPage([]) })
  fireEvent.click(await screen.findByRole('link', { name: 'Overdue Items: 9, open the list' }))
  await screen.findByRole('complementary', { name: 'Overdue items 0' })
  server.change(MONTH, overviewAnswer({ as_of: later }))
  act(() => void pressPageKey('r'))
  await screen.findByText('As of today at 11:42 AM, UTC')
  act(() => void pressPageKey('Escape'))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
  const figure = screen.getByRole('link', { name: 'Overdue Items: 9, open the list' })
  expect(figure.getAttribute('data-figure')).toContain(encodeURIComponent(later))
  expect(document.activeElement).toBe(figure)
})

test('an empty page of a list is no end: the panel reads on until there is something to show', async () => {
  const { server } = open({
    [MONTH]: overviewAnswer(),
    [automatedRuns()]: listPage([], 'further'),
    [automatedRuns('further')]: listPage([], 'last'),
    [automatedRuns('last')]: runsAnswer(2),
  })
  fireEvent.click(await screen.findByRole('link', { name: 'Automation Rate: 68%, open the list' }))
  const panel = await screen.findByRole('complementary', { name: 'Finished without a person 2' })
  expect(within(panel).getAllByRole('listitem')).toHaveLength(2)
  expect(server.sent(automatedRuns('last'))).toHaveLength(1)
})

test('while pages are empty the panel is loading, and says neither a number nor that nothing is there', async () => {
  open({ [MONTH]: overviewAnswer(), [automatedRuns()]: listPage([], 'further'), [automatedRuns('further')]: 'silent' })
  fireEvent.click(await screen.findByRole('link', { name: 'Automation Rate: 68%, open the list' }))
  const panel = await screen.findByRole('complementary', { name: 'Finished without a person' })
  expect(await within(panel).findByText('Loading...')).toBeTruthy()
  expect(within(panel).queryByText('Nothing here anymore')).toBeNull()
})

test('of more active workflows than are listed, the panel says how many it shows', async () => {
  const { summary } = overviewAnswer().body.data
  const active_workflows = { ...summary.active_workflows, value: 612 }
  open({ [MONTH]: overviewAnswer({ summary: { ...summary, active_workflows } }) })
  fireEvent.click(await screen.findByRole('link', { name: 'Active Workflows: 612, open the list' }))
  const panel = await screen.findByRole('complementary', { name: 'Active Workflows 612' })
  expect(within(panel).getAllByRole('listitem')).toHaveLength(4)
  expect(within(panel).getByText(/^Showing 4 of 612/)).toBeTruthy()
})

test('restricted instances that are not counted are mentioned, whether or not others are', async () => {
  const counted = { workflows: 4, restricted: 12, restricted_more: true }
  const some = open({ [MONTH]: overviewAnswer({ counted }) })
  await screen.findByText(/4 workflows, plus the newest 12 restricted instances you’re part of\./)
  some.unmount()
  open({ [MONTH]: overviewAnswer({ counted: { ...counted, restricted: 0 } }) })
  await screen.findByText(/4 workflows\. Older restricted instances you’re part of aren’t counted\./)
})

test('what automations did opens as runs', async () => {
  open({ [MONTH]: overviewAnswer(), [automatedRuns()]: runsAnswer(2) })
  fireEvent.click(await screen.findByRole('link', { name: 'Automation Rate: 68%, open the list' }))
  const panel = await screen.findByRole('complementary', { name: 'Finished without a person 2' })
  expect(within(panel).getAllByRole('listitem')).toHaveLength(2)
})

test('each list says how it is ordered', async () => {
  const none = { body: { data: [], pagination: { next_cursor: null } } }
  const done = { ended: DAYS, as_of: AS_OF, sort: 'dueDate', order: 'asc', limit: '50' }
  const tasks = `GET /v1/tasks/?${new URLSearchParams(done)}`
  const listed = `done?${new URLSearchParams({ ended: DAYS, as_of: AS_OF })}`
  const first = open({ [MONTH]: overviewAnswer(), [tasks]: none }, `/analytics?open=${encodeURIComponent(listed)}`)
  expect((await screen.findByText(/^As of today at 11:41 AM\. /)).textContent).toMatch(/Earliest due date first\.$/)
  first.unmount()
  const active = `active?${new URLSearchParams({ as_of: AS_OF })}`
  open({ [MONTH]: overviewAnswer() }, `/analytics?open=${encodeURIComponent(active)}`)
  expect((await screen.findByText(/^As of today at 11:41 AM\. /)).textContent).toMatch(/Worst first\.$/)
})

test('a chart is a list of links, and the same as a table', async () => {
  open({ [MONTH]: overviewAnswer() })
  await screen.findByRole('link', {
    name: 'Invoice Processing: 1,242 done, 74 pending, manual, 22 pending, automated',
  })
  fireEvent.click(screen.getByRole('button', { name: 'Show Workflow Performance as table' }))
  const table = screen.getByRole('table', { name: 'Workflow Performance' })
  expect(within(table).getByRole('link', { name: '74 pending, manual, Invoice Processing' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show Workflow Performance as chart' })).toBeTruthy()
})

test('health is worst first and says when there is too little to judge', async () => {
  const { health } = overviewAnswer().body.data
  open({ [MONTH]: overviewAnswer({ health: health.map((row, n) => (n === 3 ? { ...row, status: null } : row)) }) })
  const table = await screen.findByRole('table', { name: 'Workflow Health Overview' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)[0]).toBe('Compliance Review')
  expect(rows.at(-1)?.textContent).toContain('Too few to judge')
  expect(
    within(table).getByRole('link', { name: '62%, 8 of 13 on time, Compliance Review' }).getAttribute('href'),
  ).toContain('late%3Dno')
})

test('a workspace without any work says so everywhere and offers to start', async () => {
  open({ [MONTH]: emptyOverview() })
  await screen.findByText('Workflow health data is not available')
  for (const text of [
    'Workflow performance data is not available',
    'Automation performance data is not available',
    'No automation issues found',
    'No manual task data available',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Start an instance' })).toBeTruthy()
  expect((await region('Overdue Items')).textContent).toContain('Nothing to count yet')
})

test('without older figures a failure shows marked samples, and nothing of them can be opened', async () => {
  const { server } = open({ [MONTH]: down })
  await screen.findByText('Failed to load analytics data. Using sample data instead.')
  expect(screen.getAllByText('Sample data').length).toBeGreaterThan(5)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByRole('button', { name: 'Export' }).hasAttribute('disabled')).toBe(true)
  server.change(MONTH, overviewAnswer())
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('As of today at 11:41 AM, UTC')
  expect(screen.queryByText('Sample data')).toBeNull()
})

test('with older figures a failure shows those with their time, and their lists are of that time', async () => {
  const first = open({ [MONTH]: overviewAnswer({ as_of: '2026-11-18T09:05:00.000Z' }) })
  await region('Overdue Items')
  first.unmount()
  open({ [MONTH]: down })
  await screen.findByText('Showing numbers from today at 9:05 AM')
  const figure = screen.getByRole('link', { name: 'Overdue Items: 9, open the list' })
  expect(figure.getAttribute('href')).toContain(encodeURIComponent(encodeURIComponent('2026-11-18T09:05:00.000Z')))
})

test('older figures of another day say which', async () => {
  const first = open({ [MONTH]: overviewAnswer({ as_of: '2026-11-16T09:05:00.000Z' }) })
  await region('Overdue Items')
  first.unmount()
  open({ [MONTH]: down })
  await screen.findByText('Showing numbers from Nov 16, 9:05 AM')
  expect(screen.getByText('As of Nov 16, 9:05 AM, UTC')).toBeTruthy()
})

test('people who may no longer see figures are shown no older ones either', async () => {
  const first = open({ [MONTH]: overviewAnswer() })
  await region('Overdue Items')
  first.unmount()
  open({ [MONTH]: refusal(403, 'forbidden', 'You may not do this') })
  await screen.findByText('You don’t have access to analytics')
  expect(screen.queryByText(/^Showing numbers from/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Overdue Items' })).toBeNull()
})

test('what the browser kept is of one person and one question, and is gone after logging out', async () => {
  open({ [MONTH]: overviewAnswer() }).unmount()
  const first = open({ [MONTH]: overviewAnswer() })
  await region('Overdue Items')
  first.unmount()
  const another = open({ [MONTH]: down }, '/analytics', maya({ id: '0198f3a0-0000-7000-8000-000000000009' }))
  await screen.findByText('Failed to load analytics data. Using sample data instead.')
  another.unmount()
  forgetStored(KEPT_FIGURES)
  open({ [MONTH]: down })
  await screen.findByText('Failed to load analytics data. Using sample data instead.')
})

test('an answer without figures is an error that can be tried again', async () => {
  serve({})
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(Response.json(url.startsWith('/v1/auth/me/') ? maya() : {})))
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/analytics', component: AnalyticsScreen })
  openRoutes(root.addChildren([page]), '/analytics', () => undefined)
  await screen.findByText('Invalid response from server')
  expect(screen.getByText('Error Loading Data')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})

test('people without the right are told so, and people who are signed out that there is no user', async () => {
  const refused = open({}, '/analytics', person())
  await screen.findByText('You don’t have access to analytics')
  refused.unmount()
  open({ 'GET /v1/auth/me/': refusal(401, 'not_signed_in', 'Sign in to continue') })
  await screen.findByText('No user found')
})
