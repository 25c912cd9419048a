import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { instanceSearch } from '../../areas/instances/detail/instance-search.ts'
import { instancesSearch } from '../../areas/instances/list/instances-search.ts'
import { workflowInstancesSearch } from '../../areas/instances/list/workflow-instances-search.ts'
import { PLACES } from '../places.ts'
import { workspaceRoute } from './workspace-route.tsx'

const listScreens = () => import('../../areas/instances/instances.screen.tsx')

const allInstances = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/all-instances',
  staticData: { place: PLACES['all-instances'] },
  validateSearch: instancesSearch,
  component: lazyRouteComponent(listScreens, 'InstancesScreen'),
})

const inProgressInstances = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/in-progress-instances',
  staticData: { place: PLACES['in-progress-instances'] },
  validateSearch: instancesSearch,
  component: lazyRouteComponent(listScreens, 'InProgressInstancesScreen'),
})

const workflowInstances = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/workflows/$workflowId/instances',
  staticData: { place: PLACES['workflow-instances'] },
  validateSearch: workflowInstancesSearch,
  component: lazyRouteComponent(
    () => import('../../areas/instances/workflow-instances.screen.tsx'),
    'WorkflowInstancesScreen',
  ),
})

const instance = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/instances/$instanceId',
  staticData: { place: PLACES['workflow-instance'] },
  validateSearch: instanceSearch,
  component: lazyRouteComponent(() => import('../../areas/instances/instance.screen.tsx'), 'InstanceScreen'),
})

export const instanceRoutes = [instance, allInstances, inProgressInstances, workflowInstances] as const
