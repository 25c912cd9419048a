import { createRootRoute, createRoute } from '@tanstack/react-router'
import { type Submission, SubmissionRow, Submission as Whole } from '@throughline/contracts/form-submissions'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { submissionsSearch } from '../submissions/submissions-search.ts'
import { SubmissionsScreen } from '../submissions.screen.tsx'
import { FORM, form, id } from './sample-forms.ts'

export const RESPONSES = `GET /v1/forms/${FORM}/submissions/?status=all&limit=50`
export const TRIGGERS = `GET /v1/forms/${FORM}/triggers/`
export const WORKFLOW = id(500)
export const at = (response: { id: string }, rest = '') => `/v1/forms/${FORM}/submissions/${response.id}/${rest}`

const onboarding = { id: WORKFLOW, name: 'Client Onboarding', prefix: 'ONB' }
const started = (number: number) => ({
  workflow: onboarding,
  state: 'started',
  instance: { id: id(100 + number), key: `ONB-${number}`, name: 'New client intake', status: 'in_progress' },
  reason: null,
  at: '2026-11-12T09:18:01Z',
})
export const refused = {
  workflow: onboarding,
  state: 'not_started',
  instance: null,
  reason: 'The workflow is archived.',
  at: '2026-11-12T09:18:01Z',
} as const

export const response = (number: number, name: string, more: object = {}): SubmissionRow =>
  SubmissionRow.parse({
    id: id(800 + number),
    receipt: `7K2M-94Q${number % 10}`,
    received_at: '2026-11-12T09:18:00Z',
    state: 'running',
    version: 3,
    answers: { 'txt-1': name, 'sel-1': 'Portugal' },
    file_count: 0,
    starts: [started(number)],
    ...more,
  })

export const wholeResponse = (row: SubmissionRow, more: Partial<Submission> = {}) => ({
  body: {
    data: Whole.parse({
      ...row,
      pages: [
        {
          title: 'Your company',
          fields: [{ id: 'txt-1', label: 'Legal name', type: 'text', value: row.answers['txt-1'] ?? null }],
        },
      ],
      files: [],
      took_seconds: 420,
      device: 'phone',
      held_because: [],
      ...more,
    }),
  },
})

export const responses = (rows: readonly SubmissionRow[], counts: object = {}) => ({
  body: {
    data: rows,
    columns: [
      { id: 'txt-1', label: 'Legal name', type: 'text', removed: false },
      { id: 'sel-1', label: 'Country', type: 'select', removed: false },
      { id: 'txt-9', label: 'Fax', type: 'text', removed: true },
    ],
    counts: { all: rows.length, running: rows.length, finished: 0, not_started: 0, held: 0, ...counts },
    pagination: { next_cursor: null },
  },
})

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/forms/$formId/submissions',
    validateSearch: submissionsSearch,
    component: SubmissionsScreen,
  }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

type Answers = Parameters<typeof serve>[0]

/** The responses of a form in a fresh browser: where it is now, and what was said in toasts. */
export function openSubmissions(answers: Answers = {}, rest = '', role: RoleName = 'manager') {
  const { permissions = [], display_name = '' } = builtinRole(role) ?? {}
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, role_display_name: display_name, permissions: [...permissions] }) },
    [`GET /v1/forms/${FORM}/`]: { body: { data: form() } },
    ...answers,
  })
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, `/forms/${FORM}/submissions${rest}`, (message) =>
    toasts.push(message),
  )
  const said = () => toasts.map(({ title }) => title)
  return { ...screen, server, said, address: () => router.state.location.href }
}
