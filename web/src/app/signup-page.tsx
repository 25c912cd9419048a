import { SignupScreen } from '../areas/auth/signup.screen.tsx'
import { logOut } from './log-out.ts'

/** Joins the sign-up screen to the log-out. */
export const SignupPage = () => <SignupScreen onLogOut={() => void logOut()} />
