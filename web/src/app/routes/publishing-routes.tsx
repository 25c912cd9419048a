import { createRoute, redirect } from '@tanstack/react-router'
import { parseSearchParams } from '../../shared/address-params.ts'
import { lazyRouteComponent } from '../lazy-route-component.ts'
import { PAGES } from '../pages.ts'
import { at, workspaceRoute } from './workspace-route.tsx'

const forms = createRoute({
  ...at('forms'),
  path: '/forms',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/forms/forms.screen.tsx'), 'FormsScreen'),
})

/** One page under two addresses: a new form keeps its page when its first save gives it the second one. */
const formBuilders = createRoute({
  getParentRoute: () => workspaceRoute,
  id: 'form-builders',
  component: lazyRouteComponent(() => import('../../areas/forms/form-builder.screen.tsx'), 'FormBuilderScreen'),
})
const ofFormBuilder = {
  getParentRoute: () => formBuilders,
  staticData: { page: PAGES['form-builder'] },
  validateSearch: parseSearchParams,
}
const formBuilder = createRoute({ ...ofFormBuilder, path: '/form-builder/$formId' })
const form = createRoute({ ...ofFormBuilder, path: '/forms/$formId' })

const formSubmissions = createRoute({
  ...at('form-submissions'),
  path: '/forms/$formId/submissions',
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import('../../areas/forms/submissions.screen.tsx'), 'SubmissionsScreen'),
})

const websites = createRoute({
  ...at('websites'),
  path: '/websites',
  component: lazyRouteComponent(() => import('../../areas/websites/websites.screen.tsx'), 'WebsitesScreen'),
})

const websiteBuilder = createRoute({
  ...at('website-builder'),
  path: '/website-builder/$websiteId',
  component: lazyRouteComponent(
    () => import('../../areas/websites/website-builder.screen.tsx'),
    'WebsiteBuilderScreen',
  ),
})

/** A key of the navigation that the specification names. */
const newWebsite = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/webbuilder-simple',
  beforeLoad: () => {
    throw redirect({ to: '/website-builder/$websiteId', params: { websiteId: 'new' }, replace: true })
  },
})

/** What is made for people outside. */
export const publishingRoutes = [
  forms,
  formSubmissions,
  formBuilders.addChildren([formBuilder, form]),
  websites,
  websiteBuilder,
  newWebsite,
] as const
