import type { Config } from '../../core/config.ts'
import { EgressError } from '../../core/egress/egress-error.ts'
import { checkUrl } from '../../core/egress/guard.ts'

export const NOT_CALLABLE = 'Enter a public address that starts with https://.'

/** Whether calls could go there at all; names are looked up when they do. Only trusted addresses do without TLS. */
export function isCallableAddress({ TOOLS_TRUSTED_ORIGINS }: Config, address: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  try {
    checkUrl(
      url,
      TOOLS_TRUSTED_ORIGINS.some((one) => URL.parse(one)?.origin === url.origin),
    )
    return true
  } catch (error) {
    if (error instanceof EgressError) return false
    throw error
  }
}
