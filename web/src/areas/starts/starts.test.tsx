import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { ListedMailAddress } from '@throughline/contracts/mail-starts'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { Schedule } from '@throughline/contracts/starts'
import { Workflow } from '@throughline/contracts/workflows'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import type { ToastMessage } from '../../ui/toast.ts'
import { card, publishedVersion, simpleDocument } from '../workflows/testing/sample-workflows.ts'
import { texts as apiTexts } from './api-keys/api-keys.texts.ts'
import { mailTexts } from './mail/mail.texts.ts'
import { StartsPanel } from './parts/starts-panel.tsx'
import { readRule, shortRule } from './schedule-text.ts'
import { scheduleTexts, texts } from './starts.texts.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const WORKFLOW = id(1)
const SCHEDULE = id(2)
const ONE = `/v1/workflows/${WORKFLOW}/`
const STARTS = `GET ${ONE}starts/`
const SCHEDULES = `${ONE}schedules/`

const run = (day: string, more: object = {}) => ({
  at: `${day}T07:00:00.000Z`,
  day,
  moved_from: null,
  holiday: null,
  clock: null,
  skipped: false,
  skipped_by: null,
  ...more,
})

const schedule = Schedule.parse({
  id: SCHEDULE,
  workflow_id: WORKFLOW,
  name: 'Standing payments',
  rule: { kind: 'month', on: { nth: 2, of: 'workday' }, time: '08:00' },
  time_zone: null,
  day_off: 'next',
  paused_at: null,
  paused_by: null,
  next_run_at: '2026-12-02T07:00:00.000Z',
  started: 1,
  held: 0,
  trouble: 0,
  still_running: 'skip',
  missed: 'latest',
  title: '',
  fixed_values: {},
  people: [],
  stand_in: null,
  told: { id: id(9), name: 'Maya Okafor' },
  version: 3,
  saved_at: '2026-11-02T09:00:00.000Z',
  saved_by: 'Maya Okafor',
  next: [
    run('2026-12-02'),
    run('2026-12-28', { moved_from: '2026-12-25', holiday: 'Christmas Day' }),
    run('2027-03-02', { skipped: true, skipped_by: 'Theo Lindqvist' }),
  ],
  last: [
    {
      nominal_at: '2026-11-03T07:00:00.000Z',
      at: '2026-11-03T07:00:00.000Z',
      state: 'started',
      instance: { id: id(5), key: 'INV-861', status: 'in_progress' },
      reason: null,
    },
    {
      nominal_at: '2026-10-02T06:00:00.000Z',
      at: '2026-10-02T06:00:00.000Z',
      state: 'left_out',
      instance: null,
      reason: 'The workflow is archived.',
    },
  ],
})

const listed = (more: object = {}) => ({
  body: {
    data: {
      held: null,
      unfit: [],
      forms: [
        {
          form_id: id(3),
          title: 'Supplier invoice',
          fields: 3,
          last_response_at: null,
          started: 34,
          not_started: 2,
        },
      ],
      schedules: [schedule],
      webhooks: [],
      api_keys: [],
      started: { by_person: 21, by_key: 41, capped: false },
      time_zone: 'Europe/Amsterdam',
      ...more,
    },
  },
})

const whole = Workflow.parse({
  ...card(1, 'Invoice approval', { id: schedule.workflow_id }),
  ...simpleDocument(),
  version: 1,
  changed_by: null,
  draft: null,
  refs: { people: [], teams: [], workflows: [], secrets: [] },
})

const fields = [{ name: 'vendor', type: 'text', label: 'Vendor', required: true }]
const startForm = {
  body: {
    data: {
      workflow: { id: WORKFLOW, name: 'Invoice approval', prefix: 'INV' },
      version: 4,
      archived: false,
      next_number: 9,
      fields,
      show: {},
      can_start: true,
    },
  },
}

function Page({ first }: { first: string | undefined }) {
  const [start, setStart] = useState(first)
  return (
    <StartsPanel
      workflow={{ id: schedule.workflow_id, name: 'Invoice approval' }}
      start={start}
      onOpen={setStart}
      onClose={() => setStart(undefined)}
    />
  )
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
    [STARTS]: listed(),
    [`GET ${ONE}mail-addresses/`]: { body: { data: { domain: null, addresses: [] } } },
    [`GET ${SCHEDULES}${SCHEDULE}/`]: { body: { data: schedule } },
    [`GET ${ONE}start/`]: startForm,
    [`GET ${ONE}versions/4/`]: { body: { data: publishedVersion(4, simpleDocument({ start_fields: fields })) } },
    [`GET ${ONE}`]: { body: { data: whole } },
    [`GET ${ONE}triggers/`]: { body: { triggers: { form_submissions: [] }, needs_starter: false } },
    [`POST ${SCHEDULES}preview/`]: { body: { data: [run('2026-12-07')] } },
    ...more,
  })
  const toasts: ToastMessage[] = []
  const page = openRoutes(treeWith(start), '/', (message) => toasts.push(message))
  return { ...page, server, said: () => toasts.map(({ title }) => title) }
}

test('the overview names forms and schedules, with what is in trouble', async () => {
  const page = open(undefined)
  const forms = within(await page.findByRole('region', { name: texts.form }))
  expect(forms.getByText('2 not started')).toBeTruthy()
  const schedules = within(page.getByRole('region', { name: texts.schedule }))
  expect(schedules.getByText(/^2nd working day of the month, 8:00 AM\. Next on Wed, Dec 2/)).toBeTruthy()
  fireEvent.click(schedules.getByRole('button', { name: /Standing payments/ }))
  expect(await page.findByText(scheduleTexts.nextTen)).toBeTruthy()
})

const invoices = ListedMailAddress.parse({
  id: id(4),
  workflow_id: WORKFLOW,
  name: 'Invoices',
  address: 'invoices-7k2m9x@in.throughline.test',
  senders: 'members',
  domains: [],
  thanks: false,
  paused_at: null,
  started: 63,
  held: 0,
  last_at: null,
})
const MAIL = `GET ${ONE}mail-addresses/`
const withMail = { [MAIL]: { body: { data: { domain: 'in.throughline.test', addresses: [invoices] } } } }

test('each way to start shows its last 30 days beside the one that started most, and all of them are one number', async () => {
  const page = open(undefined, withMail)
  expect(await page.findByText(texts.inAll('160'))).toBeTruthy()
  const shareIn = (kind: string) => {
    const part = within(page.getByRole('region', { name: kind }))
    return part.getByRole('progressbar', { hidden: true }).getAttribute('value')
  }
  const shares = [texts.person, texts.form, texts.schedule, mailTexts.kind, texts.api].map(shareIn)
  expect(shares.map((share) => Math.round(Number(share)))).toEqual([33, 54, 2, 100, 65])
  const forms = within(page.getByRole('region', { name: texts.form }))
  expect(forms.getByRole('link').textContent).toContain(texts.startedRecently('34', false))
  const table = within(page.getByRole('region', { name: texts.person })).getByRole('link', { name: /^Table of rows/ })
  expect(within(table).queryByRole('progressbar', { hidden: true })).toBeNull()
})

test('counts that end at a bound say that there are more; a paused schedule that started nothing has none', async () => {
  const paused = { ...schedule, started: 0, paused_at: '2026-11-06T09:00:00.000Z', paused_by: 'Theo Lindqvist' }
  const started = { by_person: 2, by_key: 0, capped: true }
  const page = open(undefined, { ...withMail, [STARTS]: listed({ started, schedules: [paused] }) })
  expect(await page.findByText(texts.inAll('99+'))).toBeTruthy()
  const people = within(page.getByRole('region', { name: texts.person }))
  expect(people.getByText(texts.startedRecently('2+', false))).toBeTruthy()
  const schedules = within(page.getByRole('region', { name: texts.schedule }))
  expect(schedules.queryByRole('progressbar', { hidden: true })).toBeNull()
})

test('a key and a trigger of a form are added from the overview, by those who may', async () => {
  const keys = { [`GET ${ONE}api-keys/`]: { body: { data: { keys: [], calls: [] } } } }
  const page = open(undefined, keys)
  fireEvent.click(await page.findByRole('button', { name: texts.addKey }))
  const name = await page.findByLabelText(apiTexts.name)
  expect(document.activeElement).toBe(name)
  fireEvent.click(page.getByRole('button', { name: apiTexts.back }))
  fireEvent.click(await page.findByRole('button', { name: texts.addForm }))
  expect(await page.findByText('somewhere else')).toBeTruthy()
  expect(page.router.state.location.href).toBe('/forms?status=active')
  page.unmount()
  const looking = open(undefined, keys, 'viewer')
  await looking.findByRole('region', { name: texts.form })
  for (const add of [texts.addKey, texts.addForm]) expect(looking.queryByRole('button', { name: add })).toBeNull()
})

test('an overview that does not come says so and is tried again', async () => {
  const page = open(undefined, { [STARTS]: refusal(500, 'internal', 'Broken') })
  expect(await page.findByText(texts.failed)).toBeTruthy()
  page.server.change(STARTS, listed({ schedules: [], held: 'archived' }))
  fireEvent.click(page.getByRole('button', { name: /retry|try again/i }))
  expect(await page.findByText(texts.noSchedules)).toBeTruthy()
  expect(page.getByText(texts.held.archived)).toBeTruthy()
})

test('a schedule shows its next runs with the reason of each moved day, and its last ones', async () => {
  const page = open(SCHEDULE)
  const next = within(await page.findByRole('region', { name: scheduleTexts.nextTen }))
  expect(next.getByText('was Fri, Dec 25: Christmas Day')).toBeTruthy()
  expect(next.getByText('skipped by Theo Lindqvist')).toBeTruthy()
  const last = within(page.getByRole('region', { name: scheduleTexts.lastTen }))
  expect(last.getByRole('link', { name: 'INV-861' }).getAttribute('href')).toBe(`/instances/${id(5)}`)
  expect(last.getByText('The workflow is archived.')).toBeTruthy()
  expect(page.getByText(/^on the 2nd working day of each month at 8:00 AM in Amsterdam\.$/)).toBeTruthy()
})

test('a run is skipped and a schedule paused at once; what fails is said', async () => {
  const page = open(SCHEDULE, {
    [`POST ${SCHEDULES}${SCHEDULE}/skips/`]: { body: { data: schedule } },
    [`POST ${SCHEDULES}${SCHEDULE}/pause/`]: refusal(503, 'busy', 'Busy'),
  })
  fireEvent.click(await page.findByRole('button', { name: scheduleTexts.skip('Wed, Dec 2, 2026') }))
  await waitFor(() => expect(page.server.sent(`POST ${SCHEDULES}${SCHEDULE}/skips/`)).toHaveLength(1))
  await waitFor(() => expect(page.getByRole('switch').matches(':disabled')).toBe(false))
  fireEvent.click(page.getByRole('switch'))
  await waitFor(() => expect(page.said()).toContain(scheduleTexts.pauseFailed))
})

test('a new schedule can be added once it has a name and what the workflow requires', async () => {
  const page = open('new', { [`POST ${SCHEDULES}`]: { status: 201, body: { data: schedule } } })
  const add = await page.findByRole('button', { name: scheduleTexts.add })
  expect(add.matches(':disabled')).toBe(true)
  fireEvent.change(page.getByLabelText(scheduleTexts.name), { target: { value: 'Weekly' } })
  expect(add.matches(':disabled')).toBe(true)
  fireEvent.change(page.getByLabelText('Value for vendor'), { target: { value: 'Acme' } })
  fireEvent.click(page.getByRole('button', { name: 'Friday' }))
  expect(await page.findByText(/every Monday and Friday at 9:00 AM in Amsterdam/)).toBeTruthy()
  fireEvent.click(add)
  await waitFor(() => expect(page.said()).toContain(scheduleTexts.added))
  expect(page.server.sent(`POST ${SCHEDULES}`)[0]).toMatchObject({
    name: 'Weekly',
    rule: { kind: 'week', every: 1, days: [1, 5], time: '09:00' },
    fixed_values: { vendor: 'Acme' },
  })
})

test('leaving with changes asks first', async () => {
  const page = open(SCHEDULE)
  fireEvent.change(await page.findByLabelText(scheduleTexts.name), { target: { value: 'Other' } })
  fireEvent.click(page.getByRole('button', { name: scheduleTexts.back }))
  expect(await page.findByRole('alertdialog')).toBeTruthy()
})

test('who may only look changes nothing', async () => {
  const page = open(SCHEDULE, {}, 'viewer')
  expect((await page.findByLabelText(scheduleTexts.name)).matches(':disabled')).toBe(true)
  expect(page.queryByRole('button', { name: scheduleTexts.save })).toBeNull()
  expect(page.queryByRole('button', { name: scheduleTexts.delete })).toBeNull()
})

test('a schedule that is gone says so', async () => {
  const page = open(SCHEDULE, {
    [`GET ${SCHEDULES}${SCHEDULE}/`]: refusal(404, 'not_found', 'Gone'),
  })
  expect(await page.findByText(scheduleTexts.gone)).toBeTruthy()
})

test('rules read as sentences', () => {
  const now = Date.parse('2026-11-12T12:00:00Z')
  expect(readRule({ kind: 'day', every: 1, from: '2026-01-01', times: ['08:00', '17:30'] }, 'skip', 'UTC', now)).toBe(
    'every day at 8:00 AM and 5:30 PM in UTC. It’s skipped on days off.',
  )
  expect(shortRule({ kind: 'month', on: { day: 31 }, time: '08:00' }, now)).toBe(
    'Day 31, or the last day, of the month, 8:00 AM',
  )
})
