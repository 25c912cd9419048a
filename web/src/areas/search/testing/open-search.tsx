import { createRootRoute, createRoute } from '@tanstack/react-router'
import { FileHit, InstanceHit, OtherHit, type SearchAnswer, TaskHit, WorkflowHit } from '@throughline/contracts/search'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { SearchScreen } from '../search.screen.tsx'
import { searchAddress } from '../search-address.ts'

type Answers = Parameters<typeof serve>[0]

export const searchPath = (q: string, more = '') => `GET /v1/search/?${new URLSearchParams({ q })}${more}`
export const ALL = '&limit=5'

const id = (n: number) => `0192f000-0000-7000-8000-${String(n).padStart(12, '0')}`
const found = {
  name_ranges: [],
  match: { source: 'title', label: '', text: '', ranges: [] },
  updated_at: '2026-11-12T09:00:00Z',
}
const workflow = { id: id(900), name: 'Client Onboarding', prefix: 'ONB' }

export const taskHit = (n: number, name: string, more: object = {}) =>
  TaskHit.parse({
    ...found,
    id: id(n),
    name,
    key: `ONB-142-${n}`,
    task_type: 'manual',
    status: 'pending',
    status_display: 'Pending',
    priority: 'medium',
    due_date: null,
    due_has_time: false,
    assignee: null,
    workflow_instance: id(800),
    instance_name: 'Meridian Foods Ltd',
    workflow,
    is_mine: false,
    ...more,
  })

export const instanceHit = (n: number, name: string) =>
  InstanceHit.parse({
    ...found,
    id: id(n),
    name,
    key: 'ONB-142',
    status: 'in_progress',
    priority: 'medium',
    due_date: null,
    due_has_time: false,
    tasks_total: 4,
    tasks_done: 2,
    started_by: null,
    client: 'Meridian Foods',
    workflow,
  })

export const workflowHit = (n: number, name: string) =>
  WorkflowHit.parse({
    ...found,
    id: id(n),
    name,
    prefix: 'ONB',
    description: '',
    status: 'active',
    instance_count: 24,
  })

export const fileHit = (n: number, name: string) =>
  FileHit.parse({
    ...found,
    id: id(n),
    name,
    type: 'application/pdf',
    family: 'document',
    state: 'clean',
    size: 1000,
    entity: 'Meridian Foods Ltd',
    client: null,
    workflow_id: null,
    instance_id: null,
    task_id: null,
    uploaded_by: null,
  })

export const otherHit = (n: number, kind: string, label: string, name: string, path: string) =>
  OtherHit.parse({ ...found, id: id(n), kind, label, name, context: '', path })

const count = (n: number) => ({ n: Math.min(n, 100), more: n > 100 })

type Given = Partial<Omit<SearchAnswer, 'counts'>> & { counts?: Partial<Record<keyof SearchAnswer['counts'], number>> }

export function answerOf({ counts = {}, ...given }: Given, next: string | null = null) {
  const groups = { tasks: [], instances: [], workflows: [], files: [], more: [], ...given }
  return {
    body: {
      data: {
        partial: false,
        suggestions: [],
        similar: false,
        ignored: [],
        ...groups,
        counts: {
          tasks: count(counts.tasks ?? groups.tasks.length),
          instances: count(counts.instances ?? groups.instances.length),
          workflows: count(counts.workflows ?? groups.workflows.length),
          files: count(counts.files ?? groups.files.length),
          more: count(counts.more ?? groups.more.length),
        },
      },
      pagination: { next_cursor: next },
    },
  }
}

const root = createRootRoute()
const noFiles: { id: string; name: string; type: string }[] = []

/** The search page in a fresh browser. */
export function openSearch(address: string, answers: Answers = {}, local = noFiles) {
  const tree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/search',
      validateSearch: searchAddress,
      component: () => <SearchScreen localFiles={local} />,
    }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])
  const server = serve({ 'GET /v1/auth/me/': { body: person() }, ...answers })
  const { router, ...screen } = openRoutes(tree, address, () => undefined)
  return { ...screen, server, router, address: () => router.state.location.href }
}
