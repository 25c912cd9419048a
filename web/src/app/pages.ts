import { spec, texts } from './texts.ts'

export interface PageMeta {
  title: string
  /** The entry of the navigation that is current here. */
  nav?: string
  /** What stands before the title in the breadcrumb, outermost first. */
  under?: string | readonly string[]
  /** Needs a larger screen than a phone's. */
  builder?: true
}

const { nav } = spec
const { places } = texts

/** Every navigation key of the workspace. */
export const PAGES = {
  home: { title: nav.home, nav: 'home' },
  inbox: { title: nav.inbox, nav: 'inbox' },
  search: { title: places.search },
  files: { title: places.allDocuments, nav: 'files', under: nav.files },
  forms: { title: nav.forms, nav: 'forms' },
  'form-submissions': { title: places.submissions, nav: 'forms', under: nav.forms },
  'form-builder': { title: places.formBuilder, nav: 'forms', under: nav.forms, builder: true },
  websites: { title: nav.websites, nav: 'websites' },
  'website-builder': { title: places.websiteBuilder, nav: 'websites', under: nav.websites, builder: true },
  workflows: { title: nav.workflows, nav: 'workflows' },
  'workflow-builder': { title: places.workflowBuilder, nav: 'workflows', under: nav.workflows, builder: true },
  'workflow-instances': { title: places.workflowInstances, nav: 'workflows', under: nav.workflows },
  'workflow-analytics': { title: places.workflowAnalytics, nav: 'workflows', under: nav.workflows },
  'all-tasks': { title: places.allTasks, nav: 'all-tasks', under: nav.tasks },
  'pending-tasks': { title: places.pendingTasks, nav: 'all-tasks', under: nav.tasks },
  tasks: { title: places.task, nav: 'all-tasks', under: nav.tasks },
  'all-instances': { title: places.allInstances, nav: 'all-instances', under: nav.instances },
  'in-progress-instances': { title: places.inProgressInstances, nav: 'all-instances', under: nav.instances },
  'workflow-instance': { title: places.instance, nav: 'all-instances', under: nav.instances },
  analytics: { title: nav.analytics, nav: 'analytics', under: nav.insights },
  reports: { title: nav.reports, nav: 'reports', under: nav.insights },
  report: { title: places.report, nav: 'reports', under: nav.reports },
  calendar: { title: places.calendar, nav: 'calendar', under: nav.insights },
  'workflow-templates': { title: nav.templates, nav: 'workflow-templates', under: nav.configuration },
  integrations: { title: nav.integrations, nav: 'integrations', under: nav.configuration },
  integration: { title: places.tool, nav: 'integrations', under: [nav.configuration, nav.integrations] },
  'org-profile': { title: nav.orgProfile, nav: 'org-profile', under: nav.organization },
  'org-notifications': { title: places.notifications, nav: 'org-profile', under: [nav.organization, nav.orgProfile] },
  audit: { title: places.audit, nav: 'org-profile', under: [nav.organization, nav.orgProfile] },
  members: { title: nav.members, nav: 'members', under: nav.organization },
  roles: { title: places.roles, nav: 'members', under: [nav.organization, nav.members] },
  teams: { title: nav.teams, nav: 'teams', under: nav.organization },
  profile: { title: places.profile },
  'profile-notifications': { title: places.notifications, under: places.profile },
  subscription: { title: places.plans, nav: 'subscription', under: nav.pricing },
  'subscription-update': { title: places.subscription, nav: 'subscription', under: nav.pricing },
  restricted: { title: places.restricted },
  help: { title: nav.help, nav: 'help' },
  feedback: { title: nav.feedback, nav: 'feedback' },
} as const satisfies Record<string, PageMeta>

export type PageKey = keyof typeof PAGES

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title, navigation entry and breadcrumb of the page. */
    page?: PageMeta
  }
}
