import type { HelpAddress } from '../../areas/help/topics.ts'
import { PAGES, type PageKey, type PageMeta } from '../pages.ts'

/** Where help opens on each screen. */
export const SCREEN_TOPICS: Record<PageKey, HelpAddress> = {
  home: 'analytics',
  inbox: 'inbox',
  search: 'getting-started/find',
  files: 'files',
  forms: 'forms',
  'form-submissions': 'forms/submissions',
  'form-builder': 'forms/build',
  websites: 'forms/website',
  'website-builder': 'forms/website-parts',
  workflows: 'workflows',
  'workflow-builder': 'workflows',
  'workflow-instances': 'tasks/instances',
  'all-tasks': 'tasks',
  'pending-tasks': 'tasks',
  tasks: 'tasks',
  'all-instances': 'tasks/instances',
  'in-progress-instances': 'tasks/instances',
  'workflow-instance': 'tasks/waiting',
  analytics: 'analytics/figures',
  'workflow-analytics': 'analytics/steps',
  reports: 'analytics/reports',
  report: 'analytics/reports',
  calendar: 'analytics/calendar',
  'workflow-templates': 'workflows/templates',
  integrations: 'workflows/tools',
  integration: 'workflows/tools',
  'org-profile': 'org/profile',
  'org-notifications': 'inbox/defaults',
  audit: 'org/audit',
  members: 'org',
  roles: 'org/roles',
  teams: 'org/teams',
  profile: 'getting-started/account',
  'profile-notifications': 'inbox/less',
  subscription: 'org/plans',
  'subscription-update': 'org/payments',
  restricted: 'org/roles',
  help: 'getting-started',
  feedback: 'getting-started',
}

const isPageKey = (name: string): name is PageKey => Object.hasOwn(PAGES, name)

/** Which screen this is, by what its route says about it. */
export const screenOf = (page: PageMeta | undefined): PageKey | undefined =>
  Object.keys(PAGES)
    .filter(isPageKey)
    .find((key) => PAGES[key] === page)
