const HOME = '/home'
const HERE = 'https://here.invalid'

/** Where to go after signing in: only ever a path of this site, and never back to the sign-in page. */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return HOME
  const { origin, pathname, search, hash } = new URL(wanted, HERE)
  // `/.//other.host` stays here when resolved once, and leads away when resolved again.
  if (origin !== HERE || pathname.startsWith('//') || pathname === '/signin') return HOME
  return pathname + search + hash
}
