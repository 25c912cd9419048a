import { createRoute } from '@tanstack/react-router'
import { onlySignedOut } from '../guards.ts'
import { lazyRouteComponent } from '../lazy-route-component.ts'
import { loadCurrentUser } from '../session.ts'
import { texts } from '../texts.ts'
import { rootRoute } from './root-route.tsx'
import { signinSearch } from './search-params.ts'

const { places } = texts

const signin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  staticData: { page: { title: places.signin } },
  validateSearch: signinSearch,
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('../../areas/auth/signin.screen.tsx'), 'SigninScreen'),
})

const register = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  staticData: { page: { title: places.register } },
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('../../areas/auth/email-link.screen.tsx'), 'RegisterScreen'),
})

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: { page: { title: places.forgotPassword } },
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('../../areas/auth/email-link.screen.tsx'), 'ForgotPasswordScreen'),
})

/** Open to signed-in people too: an invitation may be for the account they are using. */
const signupPage = {
  getParentRoute: () => rootRoute,
  staticData: { page: { title: places.signup } },
  component: lazyRouteComponent(() => import('../signup-page.tsx'), 'SignupPage'),
}
const signup = createRoute({ ...signupPage, path: '/signup/$verification_string' })

const resetPage = {
  getParentRoute: () => rootRoute,
  staticData: { page: { title: places.resetPassword } },
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('../../areas/auth/new-password.screen.tsx'), 'ResetPasswordScreen'),
}
const resetPassword = createRoute({ ...resetPage, path: '/reset-password/$verification_string' })

const verifyPage = {
  getParentRoute: () => rootRoute,
  staticData: { page: { title: places.verify } },
  component: lazyRouteComponent(() => import('../../areas/auth/verify.screen.tsx'), 'VerifyScreen'),
}
const verify = createRoute({ ...verifyPage, path: '/verify/$verification_string' })

/** Open to signed-in people too: whoever took the account over may not keep its owner from the form. */
const undoPage = {
  getParentRoute: () => rootRoute,
  staticData: { page: { title: places.undoEmail } },
  component: lazyRouteComponent(() => import('../../areas/auth/new-password.screen.tsx'), 'UndoEmailScreen'),
}
const undoEmail = createRoute({ ...undoPage, path: '/undo-email/$verification_string' })

/** Where mails lead. It says who has to sign in itself: the shell and its guard are not around it. */
const decide = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox/decide/$messageId',
  staticData: { page: { title: places.decide } },
  beforeLoad: async () => void (await loadCurrentUser()),
  component: lazyRouteComponent(() => import('../decide-page.tsx'), 'DecidePage'),
})

/** Served by the api itself, as a page of its own: a link within the application leads to it by a full load. */
const publicForm = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public/forms/$formId',
  component: lazyRouteComponent(() => import('../public-page.tsx'), 'PublicFormPage'),
})

const publicWebsite = {
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import('../public-page.tsx'), 'PublicWebsitePage'),
}
const websiteHome = createRoute({ ...publicWebsite, path: '/public/websites/$websiteId' })
const websitePage = createRoute({ ...publicWebsite, path: '/public/websites/$websiteId/$page' })

/** A link that lost its end in the mail: the page itself says that it is not valid. */
const cutOff = [
  createRoute({ ...signupPage, path: '/signup' }),
  createRoute({ ...resetPage, path: '/reset-password' }),
  createRoute({ ...verifyPage, path: '/verify' }),
  createRoute({ ...undoPage, path: '/undo-email' }),
] as const

export const publicRoutes = [
  signin,
  register,
  forgotPassword,
  signup,
  resetPassword,
  verify,
  undoEmail,
  decide,
  publicForm,
  websiteHome,
  websitePage,
  ...cutOff,
] as const
