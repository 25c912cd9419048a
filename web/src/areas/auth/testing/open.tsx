import { createRootRoute, createRoute } from '@tanstack/react-router'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { ForgotPasswordScreen, RegisterScreen } from '../email-link.screen.tsx'
import { ResetPasswordScreen, UndoEmailScreen } from '../new-password.screen.tsx'
import { SigninScreen } from '../signin.screen.tsx'
import { SignupScreen } from '../signup.screen.tsx'
import { VerifyScreen } from '../verify.screen.tsx'

const root = createRootRoute()
const at = (path: string, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component })

const Signup = () => <SignupScreen onLogOut={() => undefined} />

const routeTree = root.addChildren([
  at('/signin', () => <SigninScreen />),
  at('/register', RegisterScreen),
  at('/forgot-password', ForgotPasswordScreen),
  at('/signup', Signup),
  at('/signup/$verification_string', Signup),
  at('/reset-password/$verification_string', ResetPasswordScreen),
  at('/verify/$verification_string', VerifyScreen),
  at('/undo-email/$verification_string', UndoEmailScreen),
  at('$', () => 'somewhere else'),
])

/** One address of the area in a fresh browser: where it is now, and what was said in toasts. */
export function open(address: string) {
  const toasts: string[] = []
  const { router, ...screen } = openRoutes(routeTree, address, ({ title }) => toasts.push(title))
  return { ...screen, toasts, address: () => router.state.location.href }
}
