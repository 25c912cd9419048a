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

export const filesSearch = ({ file }: Search): { file?: string } => {
  const id = text(file)
  return id ? { file: id } : {}
}

const AUDIT = ['who', 'act', 'address', 'range', 'from', 'to'] as const

/** Filters of the audit log; what they mean is read where they are used. */
export const auditSearch = (search: Search): Partial<Record<(typeof AUDIT)[number], string>> =>
  Object.fromEntries(AUDIT.flatMap((key) => (text(search[key]) ? [[key, text(search[key])]] : [])))
