import { safeRedirect } from '../../areas/auth/safe-redirect.ts'

type Search = Record<string, unknown>

/** The page asked for before signing in; an address outside this application becomes the home page. */
export const signinSearch = ({ redirect }: Search): { redirect?: string } =>
  redirect === undefined ? {} : { redirect: safeRedirect(redirect) }
