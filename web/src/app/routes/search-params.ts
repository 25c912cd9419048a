import { safeRedirect } from '../../areas/auth/safe-redirect.ts'

type Search = Record<string, unknown>

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** The page asked for before signing in; an address outside this application becomes the home page. */
export const signinSearch = ({ redirect }: Search): { redirect?: string } =>
  redirect === undefined ? {} : { redirect: safeRedirect(redirect) }

export const searchSearch = ({ q }: Search): { q?: string } => {
  const words = text(q)
  return words ? { q: words } : {}
}

/** Texts and switches of an address; which of them count, and what they mean, is read where they are used. */
export const wordsSearch = (search: Search): Record<string, string | true | undefined> => {
  const found: Record<string, string | true> = {}
  for (const key in search) {
    const said = search[key] === true || text(search[key])
    if (said) found[key] = said
  }
  return found
}
