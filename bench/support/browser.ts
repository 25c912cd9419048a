const LONGEST = 15_000

/** A browser's worth of cookies over real HTTP, which the server sees at an address of its own (TRUST_PROXY). */
export function createBrowser(address: string): typeof fetch {
  const cookies = new Map<string, string>()
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { signal: AbortSignal.timeout(LONGEST), ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    return response
  }
}

/** The address of the nth visitor. */
export const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
