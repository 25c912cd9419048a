import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { homeSearch } from '../../areas/home/home-search.ts'
import { memberSearch } from '../../areas/org/members/member-search.ts'
import { teamSearch } from '../../areas/org/teams/team-search.ts'
import { builderSearch } from '../../areas/workflows/builder/builder-search.ts'
import { workflowsSearch } from '../../areas/workflows/list/workflows-search.ts'
import { templateSearch } from '../../areas/workflows/templates/template-search.ts'
import { wordsSearch } from '../../shared/address-words.ts'
import { PLACES } from '../places.ts'
import { queryClient } from '../query-client.ts'
import { fileRoutes } from './file-routes.tsx'
import { instanceRoutes } from './instance-routes.tsx'
import { placeholderRoutes } from './placeholder-routes.tsx'
import { taskRoutes } from './task-routes.tsx'
import { workspaceRoute } from './workspace-route.tsx'

const home = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/home',
  staticData: { place: PLACES.home },
  validateSearch: homeSearch,
  component: lazyRouteComponent(() => import('../home-page.tsx'), 'HomePage'),
})

const restricted = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/access/restricted',
  staticData: { place: PLACES.restricted },
  component: lazyRouteComponent(() => import('../restricted.screen.tsx'), 'RestrictedScreen'),
})

const orgProfile = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/org-profile',
  staticData: { place: PLACES['org-profile'] },
  component: lazyRouteComponent(() => import('../../areas/org/org-profile.screen.tsx'), 'OrgProfileScreen'),
})

const feedback = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/feedback',
  staticData: { place: PLACES.feedback },
  component: lazyRouteComponent(() => import('../../areas/feedback/feedback.screen.tsx'), 'FeedbackScreen'),
})

const audit = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/org-profile/audit',
  staticData: { place: PLACES.audit },
  validateSearch: wordsSearch,
  component: lazyRouteComponent(() => import('../audit-page.tsx'), 'AuditPage'),
})

const profile = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/profile',
  staticData: { place: PLACES.profile },
  component: lazyRouteComponent(() => import('../profile-page.tsx'), 'ProfilePage'),
})

const workflows = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/workflows',
  staticData: { place: PLACES.workflows },
  validateSearch: workflowsSearch,
  component: lazyRouteComponent(() => import('../../areas/workflows/workflows.screen.tsx'), 'WorkflowsScreen'),
})

const workflowTemplates = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/workflow-templates',
  staticData: { place: PLACES['workflow-templates'] },
  validateSearch: templateSearch,
  component: lazyRouteComponent(() => import('../../areas/workflows/templates.screen.tsx'), 'TemplatesScreen'),
})

/** Nobody waits for it: whoever then opens the workflow sees what comes of it. */
const preloadWorkflow = (id: string) =>
  void import('../../areas/workflows/builder.api.ts').then(
    ({ workflowRead }) => queryClient.prefetchQuery(workflowRead(id)),
    () => undefined,
  )

const workflowBuilder = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/workflow-builder/$workflowId',
  staticData: { place: PLACES['workflow-builder'] },
  validateSearch: builderSearch,
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
  getParentRoute: () => workspaceRoute,
  path: '/members',
  staticData: { place: PLACES.members },
  validateSearch: memberSearch,
  component: lazyRouteComponent(() => import('../../areas/org/members.screen.tsx'), 'MembersScreen'),
})

const roles = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/members/roles',
  staticData: { place: PLACES.roles },
  component: lazyRouteComponent(() => import('../../areas/org/roles.screen.tsx'), 'RolesScreen'),
})

const teams = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/teams',
  staticData: { place: PLACES.teams },
  validateSearch: teamSearch,
  component: lazyRouteComponent(() => import('../../areas/org/teams.screen.tsx'), 'TeamsScreen'),
})

const integrations = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/integrations',
  staticData: { place: PLACES.integrations },
  component: lazyRouteComponent(() => import('../../areas/integrations/integrations.screen.tsx'), 'IntegrationsScreen'),
})

export const workspaceRoutes = workspaceRoute.addChildren([
  home,
  integrations,
  restricted,
  orgProfile,
  feedback,
  audit,
  profile,
  members,
  roles,
  teams,
  workflows,
  workflowTemplates,
  workflowBuilder,
  workflow,
  ...fileRoutes,
  ...instanceRoutes,
  ...taskRoutes,
  ...placeholderRoutes,
])
