import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import { analyticsAddress } from './analytics-address.ts'
import { fewCases, runsAnswer, stepAnswer, WORKFLOW, workflowAnswer } from './testing/analytics-answers.ts'
import { WorkflowAnalyticsScreen } from './workflow-analytics.screen.tsx'

const AS_OF = '2026-11-18T11:41:00.000Z'
const PAGE = `GET /v1/analytics/workflows/${WORKFLOW}/`

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(AS_OF) }))

function open(answers: Parameters<typeof serve>[0], search = '') {
  const server = serve({ 'GET /v1/auth/me/': { body: person({ permissions: ['analytics.view'] }) }, ...answers })
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/workflows/$workflowId/analytics',
    validateSearch: analyticsAddress,
    component: WorkflowAnalyticsScreen,
  })
  const address = `/workflows/${WORKFLOW}/analytics${search}`
  return { ...openRoutes(root.addChildren([page]), address, () => undefined), server }
}

test('a workflow’s page has its figures, its steps and the way between Builder, Instances and Analytics', async () => {
  open({ [PAGE]: workflowAnswer() })
  await screen.findByRole('heading', { name: 'Client Onboarding, Analytics' })
  const tabs = within(screen.getByRole('navigation', { name: 'Workflow sections' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Builder', 'Instances', 'Analytics'])
  expect(tabs[2]?.getAttribute('aria-current')).toBe('page')
  expect(screen.getByText('11.8 days')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'By original due date: 77%, 20 of 26 on time, open the list' })).toBeTruthy()
  expect(screen.getByText('4 due dates were moved')).toBeTruthy()
  const steps = within(screen.getByRole('list', { name: 'Where the time goes' })).getAllByRole('button')
  expect(steps.map(({ textContent }) => textContent?.slice(0, 11))).toEqual([
    'Step 1 of 4',
    'Step 2 of 4',
    'Step 3 of 4',
    'Step 4 of 4',
  ])
})

test('one sentence says which branch decides, and what was sent back is counted', async () => {
  open({ [PAGE]: workflowAnswer() })
  await screen.findByText(/Kickoff call starts when 2 branches are done/)
  expect(screen.getAllByRole('link', { name: /Collect identity documents came last/ }).length).toBeGreaterThan(0)
  const back = screen.getByText('Sent back in 5 of 26')
  expect(back.getAttribute('href')).toContain('again')
})

test('the table has the longest step first, and what the version before took', async () => {
  open({ [PAGE]: workflowAnswer() })
  const table = await screen.findByRole('table', { name: 'Steps' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows[0]?.textContent).toContain('Collect identity documents')
  expect(within(table).getByRole('columnheader', { name: 'Version 3' })).toBeTruthy()
  expect(rows.find((row) => row.textContent?.includes('Agree fees'))?.textContent).toContain('24 h less, better')
})

test('a step opens beside the page, J and K go on, and Escape leads back to it', async () => {
  open({
    [PAGE]: workflowAnswer(),
    [`${PAGE}steps/s3/`]: stepAnswer(3),
    [`${PAGE}steps/s4/`]: stepAnswer(4),
  })
  const step = await screen.findByRole('button', { name: /^Step 3 of 4/ })
  fireEvent.click(step)
  const panel = await screen.findByRole('complementary', { name: 'Collect identity documents' })
  await within(panel).findByText('How long the 26 runs took')
  expect(within(panel).getByText('Under 2 days')).toBeTruthy()
  expect(within(panel).getByText('Over 11 days')).toBeTruthy()
  act(() => void pressPageKey('j'))
  await screen.findByRole('complementary', { name: 'Kickoff call' })
  act(() => void pressPageKey('k'))
  await screen.findByRole('complementary', { name: 'Collect identity documents' })
  act(() => void pressPageKey('Escape'))
  await vi.waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(document.activeElement).toBe(step)
})

test('a span of the distribution opens the runs in it', async () => {
  const runs = `GET /v1/analytics/runs/?${new URLSearchParams({
    days: '2026-10-22..2026-11-18',
    workflow: WORKFLOW,
    version: '4',
    step: 's3',
    from_s: '950400',
    as_of: AS_OF,
  })}`
  open({ [PAGE]: workflowAnswer(), [`${PAGE}steps/s3/`]: stepAnswer(3), [runs]: runsAnswer(3) }, '?step=s3')
  await screen.findByRole('link', { name: '21 runs, 2 to 11 days' })
  fireEvent.click(await screen.findByRole('link', { name: '3 runs, Over 11 days' }))
  await screen.findByRole('complementary', { name: 'Runs 3' })
})

test('of a step that ran very often it is said that its spans are estimates', async () => {
  const exact = open({ [PAGE]: workflowAnswer(), [`${PAGE}steps/s3/`]: stepAnswer(3) }, '?step=s3')
  await screen.findByText('How long the 26 runs took')
  expect(screen.queryByText(/estimates/)).toBeNull()
  exact.unmount()
  open({ [PAGE]: workflowAnswer(), [`${PAGE}steps/s3/`]: stepAnswer(3, { exact: false }) }, '?step=s3')
  await screen.findByText(/ran more than 2,000 times: the counts are estimates/)
})

test('with few cases they stand there themselves', async () => {
  open({ [PAGE]: fewCases() })
  const table = await screen.findByRole('table', { name: 'Completed cases' })
  expect(within(table).getByRole('link', { name: 'Larkfield Group' })).toBeTruthy()
  expect(within(table).getByText('Late')).toBeTruthy()
})

test('a workflow that is not there, and an answer that does not come, are told apart', async () => {
  const gone = open({ [PAGE]: refusal(404, 'not_found', 'This was not found') })
  await screen.findByText('Workflow not found')
  gone.unmount()
  const { server } = open({ [PAGE]: refusal(503, 'unavailable', 'The server is busy') })
  await screen.findByText('Error Loading Data')
  server.change(PAGE, workflowAnswer())
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('11.8 days')
})
