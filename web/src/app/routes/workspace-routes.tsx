import { createRoute, redirect } from '@tanstack/react-router'
import { homeSearch } from '../../areas/home/home-search.ts'
import { myWorkQuery } from '../../areas/home/use-my-work.ts'
import { parseReportParams } from '../../areas/reports/reports-search.ts'
import { tasksSearch } from '../../areas/tasks/list/tasks-search.ts'
import { countsQuery } from '../../areas/tasks/tasks.api.ts'
import { parseSearchParams } from '../../shared/address-params.ts'
import { lazyRouteComponent } from '../lazy-route-component.ts'
import { queryClient } from '../query-client.ts'
import { knownUser } from '../session.ts'
import { publishingRoutes } from './publishing-routes.tsx'
import { at, workspaceRoute } from './workspace-route.tsx'

const listScreens = () => import('../../areas/instances/instances.screen.tsx')

const allInstances = createRoute({
  ...at('all-instances'),
  path: '/all-instances',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(listScreens, 'InstancesScreen'),
})

const inProgressInstances = createRoute({
  ...at('in-progress-instances'),
  path: '/in-progress-instances',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(listScreens, 'InProgressInstancesScreen'),
})

const workflowInstances = createRoute({
  ...at('workflow-instances'),
  path: '/workflows/$workflowId/instances',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(
    () => import('../../areas/instances/workflow-instances.screen.tsx'),
    'WorkflowInstancesScreen',
  ),
})

const instance = createRoute({
  ...at('workflow-instance'),
  path: '/instances/$instanceId',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/instances/instance.screen.tsx'), 'InstanceScreen'),
})

const taskList = {
  validateSearch: tasksSearch,
  component: lazyRouteComponent(() => import('../tasks-page.tsx'), 'TasksPage'),
}

const tasks = createRoute({ ...at('all-tasks'), ...taskList, path: '/tasks' })
const allTasks = createRoute({ ...at('all-tasks'), ...taskList, path: '/all-tasks' })
const pendingTasks = createRoute({ ...at('pending-tasks'), ...taskList, path: '/pending-tasks' })
const task = createRoute({
  ...at('tasks'),
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => import('../../areas/tasks/task.screen.tsx'), 'TaskScreen'),
})

const search = createRoute({
  ...at('search'),
  path: '/search',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../search-page.tsx'), 'SearchPage'),
})

const files = createRoute({
  ...at('files'),
  path: '/files',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../files-page.tsx'), 'FilesPage'),
})

/** Requested before anything is drawn: drawing the frame takes as long as the answer. */
function askForWork() {
  const user = knownUser()
  if (!user?.is_approved || user.two_factors_missing) return
  void queryClient.prefetchInfiniteQuery(myWorkQuery(user.username))
  void queryClient.prefetchQuery(countsQuery)
}

const home = createRoute({
  ...at('home'),
  path: '/home',
  validateSearch: homeSearch,
  loader: askForWork,
  component: lazyRouteComponent(() => import('../home-page.tsx'), 'HomePage'),
})

const inbox = createRoute({
  ...at('inbox'),
  path: '/inbox',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../inbox-page.tsx'), 'InboxPage'),
})

const billingPages = () => import('../billing-pages.tsx')

const restricted = createRoute({
  ...at('restricted'),
  path: '/access/restricted',
  component: lazyRouteComponent(billingPages, 'RestrictedPage'),
})

const orgProfile = createRoute({
  ...at('org-profile'),
  path: '/org-profile',
  component: lazyRouteComponent(() => import('../../areas/org/org-profile.screen.tsx'), 'OrgProfileScreen'),
})

const feedback = createRoute({
  ...at('feedback'),
  path: '/feedback',
  component: lazyRouteComponent(() => import('../../areas/feedback/feedback.screen.tsx'), 'FeedbackScreen'),
})

const help = createRoute({
  ...at('help'),
  path: '/help',
  component: lazyRouteComponent(() => import('../help-page.tsx'), 'HelpPage'),
})

const calendar = createRoute({
  ...at('calendar'),
  path: '/calendar',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../calendar-page.tsx'), 'CalendarPage'),
})

const analytics = createRoute({
  ...at('analytics'),
  path: '/analytics',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/analytics/analytics.screen.tsx'), 'AnalyticsScreen'),
})

const reports = createRoute({
  ...at('reports'),
  path: '/reports',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/reports/reports.screen.tsx'), 'ReportsScreen'),
})

const report = createRoute({
  ...at('report'),
  path: '/reports/$reportId',
  validateSearch: parseReportParams,
  component: lazyRouteComponent(() => import('../../areas/reports/report.screen.tsx'), 'ReportScreen'),
})

const workflowAnalytics = createRoute({
  ...at('workflow-analytics'),
  path: '/workflows/$workflowId/analytics',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(
    () => import('../../areas/analytics/workflow-analytics.screen.tsx'),
    'WorkflowAnalyticsScreen',
  ),
})

const audit = createRoute({
  ...at('audit'),
  path: '/org-profile/audit',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../audit-page.tsx'), 'AuditPage'),
})

const orgNotifications = createRoute({
  ...at('org-notifications'),
  path: '/org-profile/notifications',
  component: lazyRouteComponent(() => import('../org-notifications-page.tsx'), 'OrgNotificationsPage'),
})

const notifications = createRoute({
  ...at('profile-notifications'),
  path: '/profile/notifications',
  component: lazyRouteComponent(
    () => import('../../areas/profile/notifications/notifications.screen.tsx'),
    'NotificationsScreen',
  ),
})

const profile = createRoute({
  ...at('profile'),
  path: '/profile',
  component: lazyRouteComponent(() => import('../profile-page.tsx'), 'ProfilePage'),
})

const workflows = createRoute({
  ...at('workflows'),
  path: '/workflows',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/workflows/workflows.screen.tsx'), 'WorkflowsScreen'),
})

const workflowTemplates = createRoute({
  ...at('workflow-templates'),
  path: '/workflow-templates',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/workflows/templates.screen.tsx'), 'TemplatesScreen'),
})

/** Not awaited: the page that opens next shows the result. */
const preloadWorkflow = (id: string) =>
  void import('../../areas/workflows/builder.api.ts').then(
    ({ workflowRead }) => queryClient.prefetchQuery(workflowRead(id)),
    () => undefined,
  )

const workflowBuilder = createRoute({
  ...at('workflow-builder'),
  path: '/workflow-builder/$workflowId',
  validateSearch: parseSearchParams,
  loader: ({ params: { workflowId }, cause }) => {
    if (cause === 'preload' && workflowId !== 'new') preloadWorkflow(workflowId)
  },
  component: lazyRouteComponent(() => import('../../areas/workflows/builder.screen.tsx'), 'BuilderScreen'),
})

/** The address that documents and messages mention. */
const workflow = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/workflows/$workflowId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/workflow-builder/$workflowId', params, replace: true })
  },
})

const members = createRoute({
  ...at('members'),
  path: '/members',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/org/members.screen.tsx'), 'MembersScreen'),
})

const roles = createRoute({
  ...at('roles'),
  path: '/members/roles',
  component: lazyRouteComponent(() => import('../../areas/org/roles.screen.tsx'), 'RolesScreen'),
})

const teams = createRoute({
  ...at('teams'),
  path: '/teams',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/org/teams.screen.tsx'), 'TeamsScreen'),
})

const integrations = createRoute({
  ...at('integrations'),
  path: '/integrations',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/integrations/integrations.screen.tsx'), 'IntegrationsScreen'),
})

const secrets = createRoute({
  ...at('integrations'),
  path: '/integrations/secrets',
  component: lazyRouteComponent(() => import('../../areas/integrations/secrets.screen.tsx'), 'SecretsScreen'),
})

const newIntegration = createRoute({
  ...at('integrations'),
  path: '/integrations/new',
  component: lazyRouteComponent(() => import('../../areas/integrations/add-openapi.screen.tsx'), 'AddOpenApiScreen'),
})

const models = createRoute({
  ...at('integrations'),
  path: '/integrations/models',
  component: lazyRouteComponent(() => import('../../areas/integrations/models.screen.tsx'), 'ModelsScreen'),
})

const toolPage = createRoute({
  ...at('integration'),
  path: '/integrations/$toolId',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/integrations/tool-page.screen.tsx'), 'ToolPageScreen'),
})

/** Where the providers of tools send people back to. */
const signInReturn = createRoute({
  ...at('integrations'),
  path: '/integrations/sign-in',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(
    () => import('../../areas/integrations/sign-in/sign-in-return.screen.tsx'),
    'SignInReturnScreen',
  ),
})

const plans = createRoute({
  ...at('subscription'),
  path: '/subscription/plans',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(billingPages, 'PlansPage'),
})

const subscription = createRoute({
  ...at('subscription-update'),
  path: '/subscription/update',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(billingPages, 'SubscriptionPage'),
})

export const workspaceRoutes = workspaceRoute.addChildren([
  home,
  inbox,
  integrations,
  models,
  secrets,
  newIntegration,
  toolPage,
  signInReturn,
  restricted,
  orgProfile,
  feedback,
  help,
  orgNotifications,
  audit,
  analytics,
  workflowAnalytics,
  reports,
  report,
  calendar,
  notifications,
  profile,
  members,
  roles,
  teams,
  plans,
  subscription,
  workflows,
  workflowTemplates,
  workflowBuilder,
  workflow,
  ...publishingRoutes,
  search,
  files,
  instance,
  allInstances,
  inProgressInstances,
  workflowInstances,
  tasks,
  allTasks,
  pendingTasks,
  task,
])
